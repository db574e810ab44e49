import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleOf } from './bundled-programs.ts';
import { databaseOf, newDatabaseOf } from './postgres-site.ts';
import type { SharedSocket } from './shared-socket.ts';
import { bucketOf, listStoredFiles, readStoredFile } from './stored-files.ts';
import { waitFor } from './wait-for.ts';

const { scripts: packageScripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  scripts: { start: string };
};
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const isTest = 'VITEST' in process.env || 'TEST_WORKER_INDEX' in process.env;
/**
 * In tests, delays the first collections of garbage, which take a tenth of the processor time of a process that lives for
 * seconds. Benchmarks measure what `npm start` starts.
 */
const heapFlags = isTest ? ['--initial-old-space-size=40'] : [];

/** The settings that `npm start` passes to Node, and its program. */
const [, ...startCommand] = packageScripts.start.split(' ');
export const nodeSettings = [...heapFlags, ...startCommand.slice(0, -1)];
const startArguments = [...nodeSettings, ...startCommand.slice(-1)];

/**
 * What `deploy/` sets too: the cache of compiled code, which halves the start-up time and which processes write when they
 * exit normally; and the allocator's settings, without which each process would replace itself at its start.
 */
export const startEnvironment = {
  NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The built site, running as a process with its own data folder. */
export interface Site {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Its log, line by line. */
  log: string[];
  /** Lists the names of the files in its store, including unfinished ones. */
  storedFiles(): Promise<string[]>;
  /** Reads a file in its store. */
  readFile(name: string): Promise<Buffer>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again with the same data. */
  restart(env?: Record<string, string>): Promise<Site>;
  /** Stops the process and deletes its data. */
  close(): Promise<void>;
}

export interface SiteOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** Maximum size of a file that the process may write (KiB), to simulate a full disk. */
  maxFileSize?: number;
  /** Maximum number of open files and connections of the process. */
  descriptors?: number;
  /** The socket whose connections it accepts with other processes; by default, it has a free port of its own. */
  socket?: SharedSocket;
  /** The folder of the program, if it is another version. */
  program?: string;
  /** The file that its log goes to instead of `log`, for benchmarks: reading the lines would take processor time. */
  logFile?: string;
}

/** Starts `server.ts` on a free port and waits until it listens. */
export async function startSite({
  env = {},
  dataDir,
  maxFileSize,
  descriptors,
  socket,
  program: cwd = projectRoot,
  logFile,
}: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'site-')));
  const command = [...(socket?.command ?? []), process.execPath, ...startArguments];
  const limits = [maxFileSize && `ulimit -f ${maxFileSize}`, descriptors && `ulimit -n ${descriptors}`].filter(Boolean);
  const limited = ['bash', '-c', [...limits, 'exec "$@"'].join('; '), 'bash', ...command];
  const [program = '', ...args] = limits.length > 0 ? limited : command;
  const output = logFile === undefined ? 'pipe' : openSync(logFile, 'w');
  const child = spawn(program, args, {
    cwd,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder },
      ...startEnvironment,
      ...(await newDatabaseOf(folder)),
      ...bucketOf(folder),
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  const log: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    const read = (line: string) => {
      if (!line) return;
      log.push(line);
      const found = findPort(line);
      if (found) resolve(found);
    };
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', read);
    child.once('exit', (code) => reject(new Error(`The site exited with ${code}:\n${log.join('\n')}`)));
    if (logFile !== undefined) waitForPort(logFile).then(resolve, reject);
  });

  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: folder,
    process: child,
    log,
    storedFiles: () => listStoredFiles(folder),
    readFile: (name) => readStoredFile(folder, name),
    kill: () => stop('SIGKILL'),
    restart: (overrides) =>
      startSite({ env: { ...env, ...overrides }, dataDir: folder, maxFileSize, descriptors, socket, program: cwd }),
    async close() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the port in the line that the site logs when it listens. */
function findPort(log: string): number | undefined {
  const port = /"port":(\d+)/.exec(log)?.[1];
  return port === undefined ? undefined : Number(port);
}

async function waitForPort(logFile: string): Promise<number> {
  let port: number | undefined;
  await waitFor(() => (port = findPort(readFileSync(logFile, 'utf8'))) !== undefined);
  return port ?? 0;
}

/** Runs the desk's command line on a site's data and returns what it printed. */
export function runEnquiries(site: Pick<Site, 'dataDir'> & { env?: Record<string, string> }, ...args: string[]) {
  return runProgram(bundleOf('enquiries'), args, { DATA_DIR: site.dataDir, ...site.env });
}

/** Runs the command line of the company facts on a site's data and returns what it printed. */
export function runCompany(site: Pick<Site, 'dataDir'>, ...args: string[]) {
  return runProgram(bundleOf('company'), args, { DATA_DIR: site.dataDir });
}

export interface ProgramResult {
  /** Null if it was killed. */
  code: number | null;
  output: string;
  errors: string;
}

/**
 * Runs one of the project's programs and returns what it printed.
 * @param onStart called with the process, for example to kill it
 * @param cwd the working directory, where the program looks for `.env`
 */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
  cwd = projectRoot,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [...heapFlags, program, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...startEnvironment,
      ...databaseOf(env.DATA_DIR),
      ...bucketOf(env.DATA_DIR),
      ...env,
    },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  onStart?.(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, errors };
}
