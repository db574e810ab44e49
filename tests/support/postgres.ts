import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { installedPostgres, pathOf } from './system-programs.ts';
import { waitFor } from './wait-for.ts';

/** A PostgreSQL server for tests. */
export interface Postgres {
  /** Returns the value of DATABASE_URL for a database. */
  url(database: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Starts it, unless it is running. */
  start(): Promise<void>;
  /** Stops it immediately, as a crash does, or after it has closed all connections. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Suspends all its processes: it accepts connections but does not respond until `thaw`. */
  freeze(): Promise<void>;
  /** Resumes its processes. */
  thaw(): Promise<void>;
  /** Starts PgBouncer in front of it, which runs each transaction on one of three connections. @returns its address */
  startBouncer(): Promise<{ url(database: string): string }>;
  /** Lists its processes: one for each connection, and those that work in the background. */
  processIds(): number[];
  /** The certificate authority of its certificate for `localhost`. */
  caFile: string;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so it runs as the account that Debian creates for it. */
const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;

function accountOf(name: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout),
  );
  return { uid, gid };
}

/**
 * Starts PostgreSQL in a temporary folder, with the password `secret`. It sorts text by the rules of a language, as
 * most installations do.
 * @param settings configuration parameters to override
 */
export async function startPostgres(settings: Record<string, string | number> = {}): Promise<Postgres> {
  const { folder: programs } = installedPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = await freePort('127.0.0.1');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'secret\n');
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const access = [`--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--username=site'];
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const created = spawnSync(join(programs, 'initdb'), ['--no-sync', ...access, ...locale, data], {
    ...account,
    cwd: folder,
    encoding: 'utf8',
  });
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`);
  const caFile = createCertificate(folder);
  const options = {
    ...{ ssl: 'on', ssl_cert_file: caFile, ssl_key_file: join(folder, 'server.key') },
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200 },
    ...settings,
  };
  let server: ChildProcess | undefined;

  const url = (database: string) => `postgres://site:secret@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    if (server) return;
    const list = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(programs, 'postgres'), ['-D', data, ...list], { ...account, cwd: folder, stdio: 'ignore' });
    await waitFor(() => canExecute(url('postgres')));
  }

  function children(): number[] {
    const { stdout } = spawnSync(pathOf('ps'), ['--ppid', String(server?.pid), '-o', 'pid='], { encoding: 'utf8' });
    return stdout.split(/\s+/).filter(Boolean).map(Number);
  }

  /** Sends a signal to the server and all its processes, each of which has a process group of its own. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    if (server?.pid === undefined) throw new Error('PostgreSQL is not running');
    // The server first, so that it starts no new processes.
    server.kill(signal);
    // If one of them ends before its signal arrives, `kill` only prints an error.
    spawnSync('kill', ['-s', signal.replace('SIG', ''), ...children().map(String)]);
    return Promise.resolve();
  }

  async function stop(mode: 'immediate' | 'fast'): Promise<void> {
    const running = server;
    server = undefined;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  let bouncer: ChildProcess | undefined;

  async function startBouncer() {
    const bouncerPort = await freePort('127.0.0.1');
    const users = join(folder, 'users.txt');
    writeFileSync(users, '"site" "secret"\n');
    const configuration = join(folder, 'pgbouncer.ini');
    writeFileSync(
      configuration,
      `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${bouncerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
`,
    );
    bouncer = spawn(pathOf('pgbouncer'), ['--quiet', configuration], { ...account, cwd: folder, stdio: 'ignore' });
    const bouncerUrl = (database: string) => `postgres://site:secret@127.0.0.1:${bouncerPort}/${database}`;
    await waitFor(() => canExecute(bouncerUrl('postgres')));
    return { url: bouncerUrl };
  }

  await start();
  return {
    url,
    caFile,
    processIds: children,
    startBouncer,
    createDatabase: () => createDatabase(url('postgres')),
    start,
    stop,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      bouncer?.kill('SIGKILL');
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates an empty database on a server.
 * @param server the URL of any database there
 * @returns the URL of the new one
 */
export async function createDatabase(server: string): Promise<string> {
  const name = `site_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  return server.replace(/(?<=^|\/)[^/]*$/, name);
}

/** Creates a key and a self-signed certificate for `localhost`. @returns the path of the certificate */
function createCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const created = spawnSync(
    pathOf('openssl'),
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', ...subject],
    { encoding: 'utf8' },
  );
  if (created.status !== 0) throw new Error(`openssl failed: ${created.stderr}`);
  chmodSync(key, 0o600);
  if (account) for (const file of [key, certificate]) chownSync(file, account.uid, account.gid);
  return certificate;
}

async function canExecute(url: string): Promise<boolean> {
  try {
    await execute(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** Executes a statement over a connection of its own. @returns its rows */
export async function execute(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Executes a statement like {@link execute}. @returns the first column of its rows */
export async function selectColumn(url: string, statement: string): Promise<unknown[]> {
  return (await execute(url, statement)).map((row) => Object.values(row)[0]);
}
