import { readFileSync, writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

// Preloaded into a process (`--import`): measures how long the event loop was blocked at most, in processor time of the
// main thread, so that other load on the machine does not matter. SIGUSR2 writes the figure (ms) to LOOP_PROBE and
// resets it.

const running = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

let previous = running();
let longest = 0;
setInterval(() => {
  const now = running();
  longest = Math.max(longest, now - previous);
  previous = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_PROBE ?? '', `${longest}\n`);
  longest = 0;
});
