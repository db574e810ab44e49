import { writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { threadTime } from './thread-time.ts';

// Preloaded into a process (`--import`): measures the longest time that the event loop was blocked, in processor time
// of the main thread, which other load on the machine does not affect. SIGUSR2 writes the figure (ms) to the file named
// by LOOP_PROBE and resets it.

let previous = threadTime();
let longest = 0;
setInterval(() => {
  const now = threadTime();
  longest = Math.max(longest, now - previous);
  previous = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_PROBE ?? '', `${longest}\n`);
  longest = 0;
});
