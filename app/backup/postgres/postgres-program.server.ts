import { spawn } from 'node:child_process';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';

type Program = 'pg_dump' | 'pg_restore';

/** The authorities that Debian trusts; libpq has no list of its own. */
const systemAuthorities = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Runs a program of PostgreSQL on a database. The password is in its environment, which only this user can read.
 * @param serverVersion the number of the server's version, as in `server_version_num`
 * @throws {UsageError} with one sentence, if the program is missing, older than the server, or fails
 */
export async function runPostgresProgram(
  program: Program,
  { host, port, user, password, database, tls }: PostgresAddress,
  serverVersion: number,
  args: readonly string[],
): Promise<void> {
  await ensureNewEnough(program, Math.floor(serverVersion / 10_000));
  const connection = [
    `--host=${host}`,
    `--port=${port}`,
    `--username=${user}`,
    `--dbname=${database}`,
    '--no-password',
  ];
  const { code, errors } = await run(program, [...connection, ...args], {
    ...(password !== undefined && { PGPASSWORD: password }),
    PGSSLMODE: tls ? 'verify-full' : 'disable',
    ...(tls && { PGSSLROOTCERT: tls.caFile ?? systemAuthorities }),
  });
  if (code === 0) return;
  // Only the first line: the others may quote rows.
  const [reason = ''] = errors.split('\n').filter((line) => /error:/i.test(line));
  throw new UsageError(`${program} failed: ${reason.replace(/^\S+: error: /, '') || `exit status ${String(code)}`}`);
}

/** A program older than the server does not work: pg_dump refuses the server, and pg_restore might misread the dump. */
async function ensureNewEnough(program: Program, serverMajor: number): Promise<void> {
  const advice = `install postgresql-client-${serverMajor} or newer`;
  const { output } = await run(program, ['--version'], {}).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new UsageError(`The program ${program} is missing: ${advice}`);
  });
  const major = Number(/ (\d+)/.exec(output)?.[1] ?? 0);
  if (major >= serverMajor) return;
  throw new UsageError(
    `The program ${program} has version ${major}, but the server has version ${serverMajor}: ${advice}`,
  );
}

async function run(program: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output, errors };
}
