import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nextBuild, switchBuild } from '../../app/server/build-folder/switch-build.js';

/** The program's files, apart from its build. */
const sources = ['app', 'locales', 'public', 'server.ts', 'package.json', 'tsconfig.json'];

/** A folder with the previous version of the program, built. */
export interface Installation {
  folder: string;
  /** The commit of the previous version. */
  commit: string;
  /** Replaces the program with the current version and its build, as an update does while the site runs. */
  update(): void;
  remove(): void;
}

/**
 * Installs the version of the program that `PREVIOUS` names; by default, the commit before the last one that changed
 * the program. It uses the installed packages of the current version.
 */
export function installPreviousVersion(): Installation {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = git('rev-parse', process.env.PREVIOUS ?? `${git('rev-list', '-1', 'HEAD', '--', ...sources)}^`);
  const folder = mkdtempSync(join(tmpdir(), 'previous-version-'));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['node_modules/.bin/remix', 'vite:build'], { cwd: folder, stdio: 'pipe' });
  return {
    folder,
    commit,
    update() {
      for (const source of sources) {
        rmSync(join(folder, source), { recursive: true, force: true });
        cpSync(source, join(folder, source), { recursive: true });
      }
      const next = join(folder, 'build', nextBuild);
      for (const part of ['client', 'server']) cpSync(join('build', part), join(next, part), { recursive: true });
      if (!existsSync(join(next, 'server', 'index.js'))) throw new Error('The current version has not been built');
      switchBuild(join(folder, 'build'));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
