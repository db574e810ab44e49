import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The built site as a real process, with a data folder of its own. */
export interface Site {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** What it has logged, line by line. */
  log: string[];
  /** Names of the files in its store, unfinished ones included. */
  storedFiles(): Promise<string[]>;
  /** Ends the process the hard way, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(env?: Record<string, string>): Promise<Site>;
  /** Ends the process and deletes its data. */
  close(): Promise<void>;
}

export interface SiteOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** Largest file the process may write, in KiB: how a full disk is played without one. */
  largestFile?: number;
}

/** Starts `server.ts` on a free port and waits until it listens. */
export async function startSite({ env = {}, dataDir, largestFile }: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'site-')));
  const command = [process.execPath, 'server.ts'];
  const limited = ['bash', '-c', `ulimit -f ${largestFile ?? 0}; exec "$@"`, 'bash', ...command];
  const [program = '', ...args] = largestFile ? limited : command;
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        log.push(line);
        const found = /"port":(\d+)/.exec(line)?.[1];
        if (found) resolve(Number(found));
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${log.join('\n')}`)));
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
    storedFiles: () => readdir(join(folder, 'files')),
    kill: () => stop('SIGKILL'),
    restart: (changed) => startSite({ env: { ...env, ...changed }, dataDir: folder, largestFile }),
    async close() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the desk's command line on a site's data and returns what it printed. */
export async function runEnquiries(site: Pick<Site, 'dataDir'>, ...args: string[]) {
  const child = spawn(process.execPath, ['app/enquiries/desk-tool/desk-tool.server.ts', ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: site.dataDir },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, errors };
}
