import { writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { referenceTime } from './reference-load.ts';
import { threadTime } from './thread-time.ts';

// Preloaded into a process (`--import`): measures the longest time that the event loop was blocked, in processor time
// of the main thread, which other load on the machine does not affect. SIGUSR2 writes the figure (ms) to the file named
// by LOOP_PROBE and resets it. SIGPROF writes the time of the reference load in this process (ms), and resets it too.

let previous = threadTime();
let longest = 0;
setInterval(() => {
  const now = threadTime();
  longest = Math.max(longest, now - previous);
  previous = now;
}, 1).unref();

process.on('SIGUSR2', () => write(longest));
process.on('SIGPROF', () => write(Math.min(referenceTime(), referenceTime(), referenceTime())));

function write(milliseconds: number): void {
  writeFileSync(process.env.LOOP_PROBE ?? '', `${milliseconds}\n`);
  previous = threadTime();
  longest = 0;
}
