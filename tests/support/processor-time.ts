import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the main thread of a process is idle. @returns the processor time it has used (ms) */
export async function processorTime(pid: number | undefined): Promise<number> {
  let previous = -1;
  for (;;) {
    const [running = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    const now = Number(running) / 1e6;
    if (now === previous) return now;
    previous = now;
    await pause(2);
  }
}
