import { existsSync, readdirSync } from 'node:fs';

// The programs outside Node that the tests run, where the packages of Debian 12, Debian 13 and Ubuntu 24.04 put them.
// `tests/engines/prepare.ts` installs what is missing.

/** A program, or something that belongs to one. */
interface SystemProgram {
  path: string;
  /** The package that contains it. */
  packageName: string;
  /** The part of the tests that needs it. */
  purpose: string;
  /** Units that its package, or one that it depends on, would start. */
  units?: readonly string[];
}

/** All of them, except PostgreSQL, whose path contains a version. In a package with several, one may stand for all. */
export const systemPrograms = {
  java: { path: '/usr/bin/java', packageName: 'default-jre-headless', purpose: 'the HTML checker' },
  clamd: {
    path: '/usr/sbin/clamd',
    packageName: 'clamav-daemon',
    purpose: 'the virus check',
    // The tests have signatures of their own, which nothing updates.
    units: [
      ...['clamav-daemon.service', 'clamav-daemon.socket'],
      ...['clamav-freshclam.service', 'clamav-freshclam-once.timer'],
    ],
  },
  w3m: { path: '/usr/bin/w3m', packageName: 'w3m', purpose: 'forms in a text browser' },
  lynx: { path: '/usr/bin/lynx', packageName: 'lynx', purpose: 'forms in a second text browser' },
  script: { path: '/usr/bin/script', packageName: 'bsdutils', purpose: 'a terminal for text browsers' },
  postfix: {
    path: '/usr/sbin/postfix',
    packageName: 'postfix',
    purpose: 'delivery to a real mail server',
    units: ['postfix.service'],
  },
  dovecot: {
    path: '/usr/sbin/dovecot',
    packageName: 'dovecot-core',
    purpose: 'quotas and passwords of a real mail server',
    units: ['dovecot.service', 'dovecot.socket'],
  },
  doveadm: { path: '/usr/bin/doveadm', packageName: 'dovecot-core', purpose: 'mailboxes of a real mail server' },
  'dovecot-lmtp': {
    path: '/usr/lib/dovecot/lmtp',
    packageName: 'dovecot-lmtpd',
    purpose: 'mailboxes of a real mail server',
  },
  nginx: { path: '/usr/sbin/nginx', packageName: 'nginx', purpose: 'a reverse proxy', units: ['nginx.service'] },
  promtool: {
    path: '/usr/bin/promtool',
    packageName: 'prometheus',
    purpose: 'alert rules and metrics',
    units: ['prometheus.service'],
  },
  'systemd-analyze': { path: '/usr/bin/systemd-analyze', packageName: 'systemd', purpose: 'checks of its units' },
  pgbouncer: {
    path: '/usr/sbin/pgbouncer',
    packageName: 'pgbouncer',
    purpose: 'a pool of connections',
    units: ['pgbouncer.service'],
  },
  // The interpreter for which Debian's packages are installed, whatever PATH says.
  python3: { path: '/usr/bin/python3', packageName: 'python3', purpose: 'a socket for several processes' },
  // OpenStack Swift, without the packages of its services: the tests run its servers themselves.
  swift: {
    path: '/usr/lib/python3/dist-packages/swift',
    packageName: 'python3-swift',
    purpose: 'files in an S3 bucket',
  },
  memcached: {
    path: '/usr/bin/memcached',
    packageName: 'memcached',
    purpose: 'the cache of Swift',
    units: ['memcached.service'],
  },
  curl: { path: '/usr/bin/curl', packageName: 'curl', purpose: 'the search for hung processes' },
  openssl: { path: '/usr/bin/openssl', packageName: 'openssl', purpose: 'certificates' },
  ps: { path: '/usr/bin/ps', packageName: 'procps', purpose: 'lists of processes' },
} satisfies Record<string, SystemProgram>;

/** The package with the PostgreSQL of the system's own version: 15 in Debian 12, 17 in Debian 13, 16 in Ubuntu 24.04. */
const postgresProgram = { packageName: 'postgresql', purpose: 'several processes on one database' };

/** The oldest version of PostgreSQL that the site supports. */
const oldestPostgres = 15;

/** The folder in which Debian's packages of PostgreSQL have one folder for each version. */
const postgresFolder = '/usr/lib/postgresql';

/** What is on the disk of a machine. */
export interface Disk {
  exists(path: string): boolean;
  /** Lists the names in a folder; none, if it does not exist. */
  list(folder: string): string[];
}

const ownDisk: Disk = {
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
};

/** Finds the newest PostgreSQL server that the site supports. @returns its version, and the folder of its programs */
export function newestPostgres(disk = ownDisk): { version: number; folder: string } | undefined {
  return disk
    .list(postgresFolder)
    .map((name) => ({ version: Number(name), folder: `${postgresFolder}/${name}/bin` }))
    .filter(({ version, folder }) => version >= oldestPostgres && disk.exists(`${folder}/postgres`))
    .sort((a, b) => b.version - a.version)[0];
}

/** Lists the programs that are not on the disk. */
export function missingPrograms(disk = ownDisk): Omit<SystemProgram, 'path'>[] {
  const missing: Omit<SystemProgram, 'path'>[] = Object.values(systemPrograms).filter(({ path }) => !disk.exists(path));
  return newestPostgres(disk) ? missing : [...missing, postgresProgram];
}

/** Returns the path of a program. @throws if it is not installed */
export function pathOf(name: keyof typeof systemPrograms): string {
  const { path } = systemPrograms[name];
  if (!existsSync(path)) throw new Error(`${path} is missing: \`npm run engines\` installs it.`);
  return path;
}

/** Returns the PostgreSQL to run, like {@link newestPostgres}. @throws if none is installed */
export function installedPostgres(): { version: number; folder: string } {
  const postgres = newestPostgres();
  if (!postgres) {
    throw new Error(`PostgreSQL ${oldestPostgres} or newer is missing: \`npm run engines\` installs it.`);
  }
  return postgres;
}
