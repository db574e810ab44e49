import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** The subfolder of the build's folder in which the next build is created. */
export const nextBuild = 'next';

/** How long the files of replaced builds are served, for pages that are still open (ms). */
const assetLifetime = 24 * 60 * 60 * 1000;

/**
 * Replaces the build with the one in {@link nextBuild} while a site serves it. Assets that the new build does not have
 * remain in `previous-assets` for a day: the running site and pages that are still open need them.
 * Plain JavaScript, because prepare.js runs before anything is installed.
 * @param {string} folder the build's folder, with `client`, `server` and {@link nextBuild}
 * @param {number} [now] Unix time (ms)
 */
export function switchBuild(folder, now = Date.now()) {
  const next = join(folder, nextBuild);
  const replaced = join(folder, 'replaced');
  rmSync(replaced, { recursive: true, force: true });
  keepAssets(folder, now);
  for (const part of ['client', 'server']) {
    const current = join(folder, part);
    mkdirSync(replaced, { recursive: true });
    if (existsSync(current)) renameSync(current, join(replaced, part));
    renameSync(join(next, part), current);
  }
  for (const path of [replaced, next]) rmSync(path, { recursive: true, force: true });
}

/** @param {string} folder @param {number} now */
function keepAssets(folder, now) {
  const [current, next, previous] = ['client/assets', `${nextBuild}/client/assets`, 'previous-assets'].map((path) =>
    join(folder, path),
  );
  mkdirSync(previous, { recursive: true });
  for (const name of readdirSync(previous)) {
    const path = join(previous, name);
    if (existsSync(join(next, name)) || statSync(path).mtimeMs < now - assetLifetime) unlinkSync(path);
  }
  for (const name of existsSync(current) ? readdirSync(current) : []) {
    if (existsSync(join(next, name))) continue;
    const path = join(previous, name);
    if (!existsSync(path)) linkSync(join(current, name), path);
    // The day begins when the file is replaced.
    utimesSync(path, new Date(now), new Date(now));
  }
}
