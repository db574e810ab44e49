import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eicar } from './medical-files.ts';

/** ClamAV's daemon, which knows one virus: the test file of the antivirus makers. */
export interface Clamd {
  /** For CLAMD_URL. */
  url: string;
  /** Starts it, at the same address after every end. */
  start(): Promise<void>;
  /** Ends it the hard way. */
  kill(): Promise<void>;
  /** It takes connections and does nothing any more, until told to go on. */
  hang(): void;
  goOn(): void;
  close(): Promise<void>;
}

/** How the scanner names the test file. */
export const eicarName = 'Test.Eicar.UNOFFICIAL';

/** What the README asks for. */
const limits = { StreamMaxLength: '35M', MaxFileSize: '35M', MaxScanSize: '150M', AlertExceedsMax: 'yes' };

/** Starts it with a folder of its own. Without `changed` limits it takes every file that a form takes. */
export async function startClamd(
  changed: Partial<typeof limits> = {},
  listensTo: 'unix' | 'tcp' = 'unix',
): Promise<Clamd> {
  const clamd = await prepareClamd(changed, listensTo);
  await clamd.start();
  return clamd;
}

/** The same, away until it is started. */
export async function prepareClamd(
  changed: Partial<typeof limits> = {},
  listensTo: 'unix' | 'tcp' = 'unix',
): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  const socket = join(folder, 'clamd.sock');
  const port = listensTo === 'tcp' ? await freePort() : 0;
  // The signature stands for any place in any file (ClamAV's `ndb` format).
  writeFileSync(join(folder, 'test.ndb'), `Test.Eicar:0:*:${eicar.toString('hex')}\n`);
  const settings = {
    ...limits,
    ...changed,
    ...(port ? { TCPSocket: port, TCPAddr: '127.0.0.1' } : { LocalSocket: socket }),
    DatabaseDirectory: folder,
    TemporaryDirectory: folder,
    Foreground: 'yes',
  };
  const config = join(folder, 'clamd.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(config, lines.join(''));

  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: port ? `tcp://127.0.0.1:${port}` : `unix:${socket}`,
    async start() {
      child = spawn('/usr/sbin/clamd', ['-c', config], { stdio: 'ignore' });
      const hasEnded = new Promise<never>((_resolve, reject) => {
        child?.once('error', reject);
        child?.once('exit', (code) => reject(new Error(`clamd ended with ${code}`)));
      });
      hasEnded.catch(() => undefined);
      const target = port ? { port, host: '127.0.0.1' } : { path: socket };
      while (!(await Promise.race([takesConnections(target), hasEnded]))) await pause(20);
    },
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function takesConnections(target: { port: number; host: string } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(target, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

/** A port that nobody listens to at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
