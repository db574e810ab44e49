import { readFileSync } from 'node:fs';

/** Returns the processor time that this thread has used (ms). Other load on the machine does not affect it. */
export function threadTime(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
