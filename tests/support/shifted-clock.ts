import { readFileSync } from 'node:fs';

/**
 * Preloaded into a program (`node --import`): shifts its clock by the number of milliseconds in the file named by
 * CLOCK_FILE, which may change at any time. Timers and `performance.now` are not affected.
 */

const RealDate = Date;
const file = process.env.CLOCK_FILE ?? '';
let readAt = -Infinity;
let offset = 0;

function now(): number {
  if (performance.now() > readAt + 20) {
    offset = Number(readFileSync(file, 'utf8'));
    readAt = performance.now();
  }
  return RealDate.now() + offset;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
