// Lets `npm start` and `npm test` work on a fresh machine: installs dependencies and builds if missing or older than
// their sources. Runs before anything is installed, on Node 20 or newer, and therefore imports only Node's own modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['app', 'locales', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'];
const installed = join('node_modules', '.package-lock.json');
const built = join('build', 'server', 'index.js');

/** Programs that the tests need: how to detect them, and their Debian packages. */
const programs = [
  {
    isThere: () => spawnSync('java', ['-version']).status === 0,
    name: 'default-jre-headless',
    use: 'the HTML checker',
  },
  // Installed without signatures: the tests bring their own, and no update service is needed.
  { isThere: () => existsSync('/usr/sbin/clamd'), name: 'clamav-daemon', use: 'the virus check' },
  { isThere: () => spawnSync('w3m', ['-version']).status === 0, name: 'w3m', use: 'forms in a text browser' },
  { isThere: () => spawnSync('lynx', ['-version']).status === 0, name: 'lynx', use: 'forms in another text browser' },
  // The tests run both with configuration and data in temporary folders.
  { isThere: () => existsSync('/usr/sbin/postfix'), name: 'postfix', use: 'a real mail server' },
  { isThere: () => existsSync('/usr/lib/dovecot/lmtp'), name: 'dovecot-lmtpd', use: 'the mailboxes of a mail server' },
];

let areListsNew = false;

if (newest(['package-lock.json']) > newest([installed])) run('npm', ['ci', '--include=dev', '--include=optional']);
if (newest(sources) > newest([built])) run('npm', ['run', 'build']);
if (process.argv.includes('--with-browser')) {
  installBrowser();
  installMissing();
}

/** The latest modification time (ms) of these files, and of the files in these folders; 0 if none exists. */
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

/**
 * Installs Debian's headless Chromium shell if possible: the same engine, but the end-to-end tests take little more
 * than half the time. Otherwise an existing Chromium is used, or Playwright's own download.
 */
function installBrowser() {
  const shell = '/usr/bin/chromium-headless-shell';
  if (existsSync(shell)) return;
  const other = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  if (mayInstall()) {
    updateLists();
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
    if (hasShell || !other) install([hasShell ? 'chromium-headless-shell' : 'chromium', 'fonts-noto-core']);
  } else if (other) {
    console.log(`The tests run in ${other}; with Debian's chromium-headless-shell they would take half the time.`);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}

function mayInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

function updateLists() {
  if (!areListsNew) run('apt-get', ['update']);
  areListsNew = true;
}

/** Installs Debian packages without prompting. */
function install(packages) {
  updateLists();
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { DEBIAN_FRONTEND: 'noninteractive' });
}

function installMissing() {
  const missing = programs.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  if (!mayInstall()) {
    throw new Error(`Please install ${missing.map(({ name, use }) => `${name} (for ${use})`).join(', ')}.`);
  }
  if (missing.some(({ name }) => name === 'postfix')) answerPostfix();
  install(missing.map(({ name }) => name));
}

/** Preseeds the configuration, so that Postfix does not run on this machine outside of tests. */
function answerPostfix() {
  execFileSync('debconf-set-selections', {
    input: 'postfix postfix/main_mailer_type select No configuration\n',
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

function run(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`);
  const options = { stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, ...env } };
  execFileSync(command, args, options);
}
