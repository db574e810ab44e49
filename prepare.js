// Makes `npm start` and `npm test` one command each on a fresh machine: installs and builds what is missing
// or older than its sources. Runs before anything is installed, on Node 20 or newer, so it imports nothing
// but Node's own modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['app', 'locales', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'];
const installed = join('node_modules', '.package-lock.json');
const built = join('build', 'server', 'index.js');

/** Programs that tests run, by a path or a command that shows whether they are there, with Debian's name for them. */
const programs = [
  {
    isThere: () => spawnSync('java', ['-version']).status === 0,
    name: 'default-jre-headless',
    use: 'the HTML checker',
  },
  // Without signatures: the tests bring one of their own, and nothing is downloaded or started for them.
  { isThere: () => existsSync('/usr/sbin/clamd'), name: 'clamav-daemon', use: 'the virus check' },
  { isThere: () => spawnSync('w3m', ['-version']).status === 0, name: 'w3m', use: 'forms in a text browser' },
  { isThere: () => spawnSync('lynx', ['-version']).status === 0, name: 'lynx', use: 'forms in another text browser' },
];

if (newest(['package-lock.json']) > newest([installed])) run('npm', ['ci', '--include=dev', '--include=optional']);
if (newest(sources) > newest([built])) run('npm', ['run', 'build']);
if (process.argv.includes('--with-browser')) {
  if (!findBrowser()) installBrowser();
  installMissing();
}

/** When the newest of these files, or of the files in these folders, was changed; 0 where there is none. */
function newest(paths) {
  let time = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const found = statSync(path);
    const inside = found.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    time = Math.max(time, found.isDirectory() ? newest(inside) : found.mtimeMs);
  }
  return time;
}

function findBrowser() {
  const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', process.env.CHROMIUM];
  return paths.some((path) => path && existsSync(path));
}

/**
 * Debian's Chromium where apt is at hand, Playwright's own download elsewhere. Without its windows, where there is such a
 * package: the same engine, and the end-to-end tests take little more than half the time.
 */
function installBrowser() {
  if (existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update']);
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
    const browser = hasShell ? 'chromium-headless-shell' : 'chromium';
    run('apt-get', ['install', '--yes', '--no-install-recommends', browser, 'fonts-noto-core']);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}

function installMissing() {
  const missing = programs.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error(`Please install ${missing.map(({ name, use }) => `${name} (for ${use})`).join(', ')}.`);
  }
  run('apt-get', ['update']);
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...missing.map(({ name }) => name)]);
}

function run(command, args) {
  console.log(`> ${command} ${args.join(' ')}`);
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
}
