import { readFileSync, writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

// Preloaded into a process (`--import`): measures the longest time that the event loop was blocked, in processor time of
// the main thread, because other load on the machine does not affect it. SIGUSR2 writes the figure (ms) to the file
// LOOP_PROBE and resets it.

const processorTime = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

let previous = processorTime();
let longest = 0;
setInterval(() => {
  const now = processorTime();
  longest = Math.max(longest, now - previous);
  previous = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_PROBE ?? '', `${longest}\n`);
  longest = 0;
});
