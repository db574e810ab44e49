// Prepares a fresh machine for a script of package.json. `node prepare.js` installs the packages with which the site is
// built and runs, and builds it; `node prepare.js NEED…` prepares only the needs named: `packages`, `tests` (all packages),
// `build`, `browser`. What is there and up to date is not made again. Runs on Node 20 or newer before anything is
// installed, so it imports no packages. See docs/decisions/0082-what-a-start-installs.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nextBuild, switchBuild } from './app/server/build-folder/switch-build.js';
import { bringsNode, missingPackages } from './app/server/packages/missing-packages.js';

const sources = ['app', 'locales', 'public', 'package-lock.json', 'build-site.ts', 'remix.config.js'].concat(
  ...['vite.config.ts', 'tsconfig.json'],
);
const buildOutput = join('build', 'server', 'index.js');
const needs = new Set(process.argv.length > 2 ? process.argv.slice(2) : ['build']);
const locked = packagesIn('package-lock.json');

checkNode();
installPackages(needs.has('tests'));
if (needs.has('build') && latestModification(sources) > latestModification([buildOutput])) buildSite();
if (needs.has('browser')) installBrowser();

/** Ends the process if the site needs a newer Node than this one and npm brings none for this machine. */
function checkNode() {
  const { versions, platform, arch } = process;
  if (Number.parseInt(versions.node, 10) >= 24 || bringsNode(locked, { platform, arch })) return;
  fail(
    `The site needs Node 24. npm brings it on Linux and Windows only, so please install it from https://nodejs.org: ` +
      `this is Node ${versions.node} on ${platform} ${arch}.`,
  );
}

/** Installs the packages that are missing. The tests' packages stay, if they are there. */
function installPackages(withTests) {
  const { platform, arch } = process;
  const installed = packagesIn(join('node_modules', '.package-lock.json'));
  const missing = (of) => missingPackages(locked, of, { platform, arch, withTests });
  const paths = missing(installed);
  if (paths.length === 0) return;
  // Only additions: `npm ci` would remove everything first.
  const isAddition = Object.keys(installed).length > 0 && paths.every((path) => !(path in installed));
  const hasTests = Object.values(installed).some(({ dev }) => dev);
  const what = withTests || hasTests ? 'all packages' : 'the packages that building and running need';
  console.log(`Installing ${what}, which takes about half a minute …`);
  const kinds = [withTests || hasTests ? '--include=dev' : '--omit=dev', '--include=optional'];
  // No package needs its install script: esbuild's only replaces a launcher.
  run('npm', [
    ...(isAddition ? ['install', '--no-save'] : ['ci']),
    ...[...kinds, '--ignore-scripts', '--no-audit', '--no-fund'],
  ]);
  const left = missing(packagesIn(join('node_modules', '.package-lock.json')));
  // npm reports no error when it cannot install an optional package.
  if (left.length > 0) fail(`npm could not install ${left.join(', ')}. Is the network available? Please try again.`);
}

/** Builds the site beside a build that is being served, and then replaces that. */
function buildSite() {
  console.log('Building the site, which takes about 20 seconds …');
  const bundledNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const node = existsSync(bundledNode) ? bundledNode : process.execPath;
  run(node, ['build-site.ts'], { BUILD_DIRECTORY: join('build', nextBuild) });
  switchBuild('build');
}

/** Returns the packages in a lockfile, by path; none if it does not exist. */
function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

/** Returns the latest modification time (ms) of files and of the files in folders; 0 if none exists. */
function latestModification(paths) {
  let time = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stats = statSync(path);
    const children = stats.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    time = Math.max(time, stats.isDirectory() ? latestModification(children) : stats.mtimeMs);
  }
  return time;
}

/**
 * Installs Debian's headless Chromium shell if possible: the engine is the same, but the end-to-end tests take little
 * more than half the time. Otherwise the tests use an existing Chromium, or Playwright's own download.
 */
function installBrowser() {
  const shell = '/usr/bin/chromium-headless-shell';
  if (existsSync(shell)) return;
  const otherBrowser = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Looking for a Chromium to install …');
    run('apt-get', ['update']);
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
    if (!hasShell && otherBrowser) return;
    const packages = [hasShell ? 'chromium-headless-shell' : 'chromium', 'fonts-noto-core'];
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], env);
  } else if (otherBrowser) {
    console.log(
      `The tests run in ${otherBrowser}. In Debian's chromium-headless-shell, they would take half the time.`,
    );
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}

function run(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`);
  const options = { stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, ...env } };
  const { status, error } = spawnSync(command, args, options);
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
