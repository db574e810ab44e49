import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextBuild, switchBuild } from './switch-build.js';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2031, 0, 10);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes a build whose only assets have the given names. */
async function makeNextBuild(...names: string[]): Promise<void> {
  const [assets, server] = [join(folder, nextBuild, 'client/assets'), join(folder, nextBuild, 'server')];
  await mkdir(assets, { recursive: true });
  await mkdir(server, { recursive: true });
  for (const name of names) await writeFile(join(assets, name), `contents of ${name}`);
  await writeFile(join(server, 'index.js'), names.join());
}

const listed = async (path: string) => (await readdir(join(folder, path))).sort();

test('the first build is put in place', async () => {
  await makeNextBuild('a.js');
  switchBuild(folder, now);
  expect(await listed('.')).toEqual(['client', 'previous-assets', 'server']);
  expect(await readFile(join(folder, 'server/index.js'), 'utf8')).toBe('a.js');
  expect(await listed('client/assets')).toEqual(['a.js']);
});

test('assets that the new build lacks remain for a day after they were replaced', async () => {
  await makeNextBuild('a.js', 'b.js');
  switchBuild(folder, now);
  await makeNextBuild('b.js', 'c.js');
  switchBuild(folder, now + 10 * day);
  expect(await listed('client/assets')).toEqual(['b.js', 'c.js']);
  expect(await listed('previous-assets')).toEqual(['a.js']);
  expect(await readFile(join(folder, 'previous-assets/a.js'), 'utf8')).toBe('contents of a.js');

  await makeNextBuild('c.js');
  switchBuild(folder, now + 11 * day);
  expect(await listed('previous-assets')).toEqual(['a.js', 'b.js']);
  await makeNextBuild('c.js');
  switchBuild(folder, now + 11 * day + 1);
  expect(await listed('previous-assets')).toEqual(['b.js']);
});

test('an asset that returns in a later build is no longer kept as a previous one', async () => {
  for (const names of [['a.js'], ['b.js'], ['a.js']]) {
    await makeNextBuild(...names);
    switchBuild(folder, now);
  }
  expect(await listed('client/assets')).toEqual(['a.js']);
  expect(await listed('previous-assets')).toEqual(['b.js']);
});
