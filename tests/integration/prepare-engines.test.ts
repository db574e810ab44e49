import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planPreparation, systemOf } from '../engines/preparation.ts';
import { dovecotConfiguration } from '../support/dovecot-configuration.ts';
import { type Disk, missingPrograms, newestPostgres } from '../support/system-programs.ts';

// What `npm run engines` finds and installs on each system, without installing anything.

/** The start of /etc/os-release on known systems. */
const osReleases = {
  'Debian 12': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  'Debian 13': 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\nID=debian\n',
  'Ubuntu 24.04': 'PRETTY_NAME="Ubuntu 24.04.3 LTS"\nNAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n',
};

const systems = [
  { system: 'Debian 12', postgres: 15, dovecot: '2.3.19.1 (9b53102964)' },
  { system: 'Debian 13', postgres: 17, dovecot: '2.4.1-4 (7d8c0e5759)' },
  { system: 'Ubuntu 24.04', postgres: 16, dovecot: '2.3.21 (47349e2482)' },
] as const;

/** Files of the packages in all three systems, as found there after the installation (`dpkg --listfiles`). */
const packageFiles: Record<string, string[]> = {
  'default-jre-headless': ['/usr/bin/java'],
  'clamav-daemon': ['/usr/sbin/clamd'],
  w3m: ['/usr/bin/w3m'],
  lynx: ['/usr/bin/lynx'],
  bsdutils: ['/usr/bin/script'],
  postfix: ['/usr/sbin/postfix'],
  'dovecot-core': ['/usr/sbin/dovecot', '/usr/bin/doveadm', '/usr/lib/dovecot/quota-status'],
  'dovecot-lmtpd': ['/usr/lib/dovecot/lmtp'],
  nginx: ['/usr/sbin/nginx'],
  // In Debian 13, in a package on which it depends.
  prometheus: ['/usr/bin/promtool'],
  systemd: ['/usr/bin/systemd-analyze', '/usr/bin/systemd-socket-activate'],
  pgbouncer: ['/usr/sbin/pgbouncer'],
  python3: ['/usr/bin/python3'],
  'python3-swift': ['/usr/lib/python3/dist-packages/swift'],
  memcached: ['/usr/bin/memcached'],
  curl: ['/usr/bin/curl'],
  openssl: ['/usr/bin/openssl'],
  procps: ['/usr/bin/ps'],
};

/** Returns a disk with these files. */
function diskWith(...files: string[]): Disk {
  return {
    exists: (path) => files.some((file) => file === path || file.startsWith(`${path}/`)),
    list: (folder) => [
      ...new Set(
        files
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
  };
}

const postgresFiles = (version: number) =>
  ['initdb', 'postgres', 'pg_dump'].map((name) => `/usr/lib/postgresql/${version}/bin/${name}`);

const emptyDisk = diskWith();

test.each(systems)('on a fresh $system, all packages are installed, and none starts a service', ({ system }) => {
  expect(systemOf(osReleases[system])).toBe(system);
  const { packages, units } = planPreparation(system, emptyDisk);
  expect(packages.sort()).toEqual([...Object.keys(packageFiles), 'postgresql'].sort());
  // PostgreSQL gets no cluster instead: on a machine that has an older one, its server must go on.
  for (const name of ['clamav-daemon', 'dovecot', 'memcached', 'nginx', 'pgbouncer', 'postfix', 'prometheus']) {
    expect(units).toContain(`${name}.service`);
  }
});

test.each(systems)('on $system with these packages, everything is found', ({ system, postgres }) => {
  const disk = diskWith(...Object.values(packageFiles).flat(), ...postgresFiles(postgres));
  expect(missingPrograms(disk)).toEqual([]);
  expect(newestPostgres(disk)).toEqual({ version: postgres, folder: `/usr/lib/postgresql/${postgres}/bin` });
  expect(planPreparation(system, disk)).toEqual({ packages: [], units: [] });
});

test('only what is missing is installed', () => {
  const { 'dovecot-core': _core, 'dovecot-lmtpd': _lmtpd, ...others } = packageFiles;
  const disk = diskWith(...Object.values(others).flat(), ...postgresFiles(16));
  expect(planPreparation('Debian 12', disk)).toEqual({
    packages: ['dovecot-core', 'dovecot-lmtpd'],
    units: ['dovecot.service', 'dovecot.socket'],
  });
});

test.each([
  { installed: 'none', files: [], expected: undefined },
  { installed: '14', files: postgresFiles(14), expected: undefined },
  { installed: 'the client of 17', files: ['/usr/lib/postgresql/17/bin/pg_dump'], expected: undefined },
  { installed: '9.6', files: ['/usr/lib/postgresql/9.6/bin/postgres'], expected: undefined },
  { installed: '15', files: postgresFiles(15), expected: 15 },
  { installed: '15, 9.6 and 17', files: [15, 9.6, 17].flatMap(postgresFiles), expected: 17 },
  {
    installed: '16 and the client of 17',
    files: [...postgresFiles(16), '/usr/lib/postgresql/17/bin/psql'],
    expected: 16,
  },
])('of PostgreSQL ($installed), $expected runs', ({ files, expected }) => {
  expect(newestPostgres(diskWith(...files))?.version).toBe(expected);
  expect(planPreparation('Debian 13', diskWith(...files)).packages.includes('postgresql')).toBe(expected === undefined);
});

test.each([
  { name: 'Fedora', osRelease: 'NAME="Fedora Linux"\nID=fedora\nVERSION_ID=42\n' },
  { name: 'macOS, without this file', osRelease: '' },
  { name: 'Debian 11', osRelease: 'NAME="Debian GNU/Linux"\nVERSION_ID="11"\nID=debian\n' },
  { name: 'Debian testing, without a version', osRelease: 'NAME="Debian GNU/Linux"\nID=debian\n' },
  { name: 'Ubuntu 22.04', osRelease: 'NAME="Ubuntu"\nVERSION_ID="22.04"\nID=ubuntu\n' },
])('on an unknown system ($name), one line lists what is missing', ({ osRelease }) => {
  const system = systemOf(osRelease);
  expect(system).toBeUndefined();
  const message = messageOf(() => planPreparation(system, emptyDisk));
  expect(message).not.toContain('\n');
  for (const name of [...Object.keys(packageFiles), 'postgresql']) expect(message).toContain(`${name} (`);
  const complete = diskWith(...Object.values(packageFiles).flat(), ...postgresFiles(18));
  expect(planPreparation(system, complete).packages).toEqual([]);
});

test('without root, one sentence says so before anything else', () => {
  const asUser = ['--import', 'data:text/javascript,process.getuid=()=>1000'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...asUser, 'tests/engines/prepare.ts'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^`npm run engines` and `npm run soak` need root: [^\n]+\.\n$/);
});

test.each(systems)('the configuration of Dovecot fits the version in $system', ({ dovecot }) => {
  const settings = { folder: '/tmp/mail', uid: 1, gid: 2, quotaPort: 3, password: 'secret', mailboxSize: 4 };
  const configuration = dovecotConfiguration(dovecot, settings);
  expect(configuration.startsWith('dovecot_config_version')).toBe(dovecot.startsWith('2.4'));
  expect(configuration.includes('mail_location')).toBe(dovecot.startsWith('2.3'));
});

test.each(['2.2.36', '2.5.0', '3.0.0'])('Dovecot %s is refused', (version) => {
  const settings = { folder: '/tmp/mail', uid: 1, gid: 2, quotaPort: 3, password: 'secret', mailboxSize: 4 };
  expect(() => dovecotConfiguration(version, settings)).toThrow('2.3 and 2.4');
});

test('only tests/support/system-programs.ts knows where programs are', () => {
  const exceptions = [
    'tests/support/system-programs.ts',
    // What it writes while it installs.
    'tests/engines/prepare.ts',
    'tests/integration/prepare-engines.test.ts',
  ];
  const files = globSync('tests/*/**/*.{ts,js,py}').map((path) => path.replace(/\\/g, '/'));
  expect(files).toEqual(expect.arrayContaining(exceptions));
  const absolutePath = /['"`/ ]\/usr\/(?:local\/)?(?:s?bin|lib)\/\w/;
  expect(files.filter((path) => !exceptions.includes(path) && absolutePath.test(readFileSync(path, 'utf8')))).toEqual(
    [],
  );
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown');
}
