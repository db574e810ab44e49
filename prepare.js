// Prepares a fresh machine for `npm start` and `npm test`: installs dependencies and builds the site if they are
// missing or older than their sources. Runs on Node 20 or newer before anything is installed, so it imports no packages.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextBuild, switchBuild } from './app/server/build-folder/switch-build.js';

const sources = ['app', 'locales', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'];
const installMarker = join('node_modules', '.package-lock.json');
const buildOutput = join('build', 'server', 'index.js');

/** Programs that the tests need: how to detect each, its Debian package, and what it is used for. */
const programs = [
  {
    isInstalled: () => spawnSync('java', ['-version']).status === 0,
    packageName: 'default-jre-headless',
    purpose: 'the HTML checker',
  },
  // Without signatures and their update service, because the tests have their own signatures.
  { isInstalled: () => existsSync('/usr/sbin/clamd'), packageName: 'clamav-daemon', purpose: 'the virus check' },
  {
    isInstalled: () => spawnSync('w3m', ['-version']).status === 0,
    packageName: 'w3m',
    purpose: 'forms in a text browser',
  },
  {
    isInstalled: () => spawnSync('lynx', ['-version']).status === 0,
    packageName: 'lynx',
    purpose: 'forms in a second text browser',
  },
  // The tests run Postfix and Dovecot with configuration and data in temporary folders.
  {
    isInstalled: () => existsSync('/usr/sbin/postfix'),
    packageName: 'postfix',
    purpose: 'delivery to a real mail server',
  },
  { isInstalled: () => existsSync('/usr/sbin/nginx'), packageName: 'nginx-light', purpose: 'a reverse proxy' },
  { isInstalled: () => existsSync('/usr/bin/promtool'), packageName: 'prometheus', purpose: 'alert rules and metrics' },
  { isInstalled: () => existsSync('/usr/bin/systemd-analyze'), packageName: 'systemd', purpose: 'checks of its units' },
  {
    isInstalled: () => existsSync('/usr/lib/dovecot/lmtp'),
    packageName: 'dovecot-lmtpd',
    purpose: 'mailboxes of a real mail server',
  },
  // The tests run it with data in temporary folders, as the account that its package creates.
  {
    isInstalled: () => existsSync('/usr/lib/postgresql/15/bin/postgres'),
    packageName: 'postgresql-15',
    purpose: 'several processes on one database',
  },
  { isInstalled: () => existsSync('/usr/sbin/pgbouncer'), packageName: 'pgbouncer', purpose: 'a pool of connections' },
  // OpenStack Swift, without the packages of its services: the tests run its servers themselves.
  {
    isInstalled: () => existsSync('/usr/lib/python3/dist-packages/swift'),
    packageName: 'python3-swift',
    purpose: 'files in an S3 bucket',
  },
  { isInstalled: () => existsSync('/usr/bin/memcached'), packageName: 'memcached', purpose: 'the cache of Swift' },
];

let arePackageListsUpdated = false;

if (latestModification(['package-lock.json']) > latestModification([installMarker])) {
  run('npm', ['ci', '--include=dev', '--include=optional']);
}
if (latestModification(sources) > latestModification([buildOutput])) {
  run('npm', ['run', 'build'], { BUILD_DIRECTORY: join('build', nextBuild) });
  switchBuild('build');
}
if (process.argv.includes('--with-browser')) {
  installBrowser();
  installMissingPrograms();
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
  if (canInstall()) {
    updatePackageLists();
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
    if (hasShell || !otherBrowser) install([hasShell ? 'chromium-headless-shell' : 'chromium', 'fonts-noto-core']);
  } else if (otherBrowser) {
    console.log(
      `The tests run in ${otherBrowser}. In Debian's chromium-headless-shell, they would take half the time.`,
    );
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}

function canInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

function updatePackageLists() {
  if (!arePackageListsUpdated) run('apt-get', ['update']);
  arePackageListsUpdated = true;
}

/** Installs Debian packages without prompting. */
function install(packages) {
  updatePackageLists();
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { DEBIAN_FRONTEND: 'noninteractive' });
}

function installMissingPrograms() {
  const missing = programs.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  if (!canInstall()) {
    throw new Error(
      `Please install ${missing.map(({ packageName, purpose }) => `${packageName} (for ${purpose})`).join(', ')}.`,
    );
  }
  if (missing.some(({ packageName }) => packageName === 'postfix')) preseedPostfix();
  if (missing.some(({ packageName }) => packageName === 'postgresql-15')) preventCluster();
  if (missing.some(({ packageName }) => packageName === 'memcached')) preventService('memcached');
  if (missing.some(({ packageName }) => packageName === 'prometheus')) preventService('prometheus');
  install(missing.map(({ packageName }) => packageName));
}

/** Preseeds the configuration of Postfix, so that it does not run on this machine outside the tests. */
function preseedPostfix() {
  execFileSync('debconf-set-selections', {
    input: 'postfix postfix/main_mailer_type select No configuration\n',
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Keeps PostgreSQL's package from creating a database server that would run on this machine outside the tests. */
function preventCluster() {
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n', { flag: 'a' });
}

/** Keeps a package from starting its service, now or when the machine starts, in the way `systemctl mask` does. */
function preventService(name) {
  const unit = `/etc/systemd/system/${name}.service`;
  mkdirSync('/etc/systemd/system', { recursive: true });
  if (!existsSync(unit)) symlinkSync('/dev/null', unit);
}

function run(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`);
  const options = { stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, ...env } };
  execFileSync(command, args, options);
}
