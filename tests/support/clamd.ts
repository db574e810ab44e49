import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { eicar } from './medical-files.ts';
import { pathOf } from './system-programs.ts';

/** ClamAV's daemon with a single signature: the EICAR test file. */
export interface Clamd {
  /** The value for CLAMD_URL. */
  url: string;
  /** Starts it, always at the same address. */
  start(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Suspends it: it accepts connections but does not respond until `resume`. */
  hang(): void;
  resume(): void;
  close(): Promise<void>;
}

/** The scanner's name for the test file. */
export const eicarName = 'Test.Eicar.UNOFFICIAL';

/** The settings required by docs/virus-scanner.md. */
const limits = { StreamMaxLength: '35M', MaxFileSize: '35M', MaxScanSize: '150M', AlertExceedsMax: 'yes' };

/** Starts clamd in a folder of its own. By default, its limits allow every file that a form accepts. */
export async function startClamd(
  overrides: Partial<typeof limits> = {},
  socketType: 'unix' | 'tcp' = 'unix',
): Promise<Clamd> {
  const clamd = await prepareClamd(overrides, socketType);
  await clamd.start();
  return clamd;
}

/** Like {@link startClamd}, but does not start it. */
export async function prepareClamd(
  overrides: Partial<typeof limits> = {},
  socketType: 'unix' | 'tcp' = 'unix',
): Promise<Clamd> {
  // Not in TMPDIR, which is usually in /dev/shm: AppArmor's profile for clamd, on where Debian and Ubuntu run on a
  // machine of their own, allows only /tmp.
  const folder = mkdtempSync('/tmp/clamd-');
  const socket = join(folder, 'clamd.sock');
  const port = socketType === 'tcp' ? await freePort('127.0.0.1') : 0;
  // Matches at any offset in any file (ClamAV's `ndb` format).
  writeFileSync(join(folder, 'test.ndb'), `Test.Eicar:0:*:${eicar.toString('hex')}\n`);
  const settings = {
    ...limits,
    ...overrides,
    ...(port ? { TCPSocket: port, TCPAddr: '127.0.0.1' } : { LocalSocket: socket }),
    DatabaseDirectory: folder,
    TemporaryDirectory: folder,
    Foreground: 'yes',
  };
  const configFile = join(folder, 'clamd.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(configFile, lines.join(''));

  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url: port ? `tcp://127.0.0.1:${port}` : `unix:${socket}`,
    async start() {
      child = spawn(pathOf('clamd'), ['-c', configFile], { stdio: 'ignore' });
      const failed = new Promise<never>((_resolve, reject) => {
        child?.once('error', reject);
        child?.once('exit', (code) => reject(new Error(`clamd exited with ${code}`)));
      });
      failed.catch(() => undefined);
      const target = port ? { port, host: '127.0.0.1' } : { path: socket };
      while (!(await Promise.race([acceptsConnections(target), failed]))) await pause(20);
    },
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function acceptsConnections(target: { port: number; host: string } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(target, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
