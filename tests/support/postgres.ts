import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

const programs = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL server of the tests. */
export interface Postgres {
  /** Returns the value of DATABASE_URL for a database. */
  url(database: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  start(): Promise<void>;
  /** Stops it at once, as a crash does, or after it has closed all connections. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so Debian's account of it does. */
const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;

function accountOf(name: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout),
  );
  return { uid, gid };
}

/**
 * Starts PostgreSQL in a temporary folder, with the password `secret`. Its texts are sorted by the rules of a language, as
 * those of most installations.
 * @param settings of its configuration
 */
export async function startPostgres(settings: Record<string, string | number> = {}): Promise<Postgres> {
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
  const options = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200 },
    ...settings,
  };
  let server: ChildProcess | undefined;

  const url = (database: string) => `postgres://site:secret@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    const list = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(programs, 'postgres'), ['-D', data, ...list], { ...account, cwd: folder, stdio: 'ignore' });
    await waitFor(() =>
      execute(url('postgres'), 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  async function stop(mode: 'immediate' | 'fast'): Promise<void> {
    const running = server;
    server = undefined;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  return {
    url,
    createDatabase: () => createDatabase(url('postgres')),
    start,
    stop,
    async close() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database on a server. @param server the URL of any database there @returns the URL of the new one */
export async function createDatabase(server: string): Promise<string> {
  const name = `site_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  return server.replace(/[^/]*$/, name);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
