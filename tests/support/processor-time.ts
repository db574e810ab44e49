import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until the main thread of a process is idle: asleep twice in a row. That its time does not grow would be too much
 * to ask of a watched site, whose probe wakes it every millisecond.
 * @returns the processor time it has used (ms)
 */
export async function processorTime(pid: number | undefined): Promise<number> {
  const thread = `/proc/${pid}/task/${pid}`;
  // The state follows the name of the program, which is in brackets (proc_pid_stat(5)).
  const isAsleep = () => readFileSync(`${thread}/stat`, 'utf8').includes(') S ');
  for (let wasAsleep = false; ;) {
    const isStillAsleep = isAsleep();
    if (wasAsleep && isStillAsleep) break;
    wasAsleep = isStillAsleep;
    await pause(2);
  }
  const [running = '0'] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ');
  return Number(running) / 1e6;
}
