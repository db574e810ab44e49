import './require-root.js';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { installedPostgres, missingPrograms, systemPrograms } from '../support/system-programs.ts';
import { planPreparation, type Preparation, systemOf } from './preparation.ts';

// Prepares a machine for `npm run engines`: finds the programs that the tests need, and installs those that are missing.

const osRelease = '/etc/os-release';
try {
  const system = systemOf(existsSync(osRelease) ? readFileSync(osRelease, 'utf8') : '');
  const preparation = planPreparation(system);
  if (preparation.packages.length > 0) {
    console.log(`Missing: ${preparation.packages.join(', ')}.`);
    install(preparation);
    const missing = missingPrograms().map(({ packageName }) => packageName);
    if (missing.length > 0) throw new Error(`Still missing after the installation: ${missing.join(', ')}.`);
  }
  const count = Object.keys(systemPrograms).length + 1;
  console.log(`All ${count} programs are here; of PostgreSQL, version ${installedPostgres().version} runs.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Installs Debian packages without prompting and without starting anything. */
function install({ packages, units }: Preparation): void {
  if (packages.includes('postfix')) preseedPostfix();
  if (packages.includes('postgresql')) preventCluster();
  for (const unit of units) preventUnit(unit);
  const allow = preventStarts();
  try {
    run('apt-get', ['update']);
    run('apt-get', [
      ...['install', '--yes', '--no-install-recommends'],
      // A fresh machine may be installing its updates. A configuration that somebody has changed is kept.
      ...['--option=DPkg::Lock::Timeout=600', '--option=Dpkg::Options::=--force-confold'],
      ...packages,
    ]);
  } finally {
    allow();
  }
}

/** Preseeds the configuration of Postfix, so that it does not run on this machine outside the tests. */
function preseedPostfix(): void {
  execFileSync('debconf-set-selections', {
    input: 'postfix postfix/main_mailer_type select No configuration\n',
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Keeps PostgreSQL's package from creating a database server that would run on this machine outside the tests. */
function preventCluster(): void {
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n', { flag: 'a' });
}

/** Keeps a package from starting its unit, now or when the machine starts, in the way `systemctl mask` does. */
function preventUnit(name: string): void {
  const unit = `/etc/systemd/system/${name}`;
  mkdirSync('/etc/systemd/system', { recursive: true });
  if (!existsSync(unit)) symlinkSync('/dev/null', unit);
}

/**
 * Keeps packages from starting anything while they are installed where systemd does not run, as in a container: scripts
 * would start it there (invoke-rc.d(8)).
 * @returns allows it again
 */
function preventStarts(): () => void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync('/run/systemd/system') || existsSync(policy)) return () => undefined;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy);
}

function run(command: string, args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`);
  execFileSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Ubuntu, needrestart would restart the machine's own services.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_SUSPEND: '1' },
  });
}
