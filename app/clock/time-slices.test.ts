import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { runInSlices, runSync, type Steps } from './time-slices.ts';

let time = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => time));

/** Counts to a number. By the clock that decides about slices, each step takes a millisecond. */
function* count(to: number): Steps<number> {
  for (let number = 0; number < to; number += 1) {
    time += 1;
    yield;
  }
  return to;
}

function* fail(): Steps<never> {
  yield;
  throw new RangeError('failed');
}

test('other work runs between slices, but not between the steps of work that runs synchronously', async () => {
  let turns = 0;
  const others = new AbortController();
  const running = (async () => {
    for (; !others.signal.aborted; turns += 1) await nextLoopIteration();
  })();
  expect(runSync(count(60))).toBe(60);
  expect(turns).toBe(0);
  expect(await runInSlices(count(60))).toBe(60);
  expect(turns).toBeGreaterThanOrEqual(5);
  others.abort();
  await running;
});

test('an error in a step is passed on', async () => {
  expect(() => runSync(fail())).toThrow(RangeError);
  await expect(runInSlices(fail())).rejects.toThrow(RangeError);
});
