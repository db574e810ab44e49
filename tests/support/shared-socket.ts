import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathOf } from './system-programs.ts';

const program = 'tests/support/shared-socket.py';

/** A listening socket for several processes, like `deploy/site-processes.socket`. It stays open while they restart. */
export interface SharedSocket {
  port: number;
  /** The prefix of the command that starts a process, so that the process accepts the socket's connections. */
  command: string[];
  close(): Promise<void>;
}

/** Opens a socket on a free port of 127.0.0.1. */
export async function openSharedSocket(): Promise<SharedSocket> {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  const path = join(folder, 'socket');
  const holder = spawn(pathOf('python3'), [program, 'hold', path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface({ input: holder.stdout }), 'line')) as [string];
  return {
    port: Number(port),
    command: [pathOf('python3'), join(process.cwd(), program), 'run', path],
    async close() {
      const exited = once(holder, 'exit');
      holder.stdin.end();
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
