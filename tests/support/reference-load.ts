import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadTime } from './thread-time.ts';

// Costs are compared with a reference load in the same thread at the same moment, not with a number of milliseconds: a
// machine that is slower, or busy, takes longer for both.

/** Number of measurements of each cost. The smallest counts, because interruptions only ever add time. */
const rounds = 5;

let createdText: string | undefined;

/** Returns a JSON text of 10 MB: records like those of a list of flights. */
function referenceText(): string {
  return (createdText ??= createText());
}

function createText(): string {
  const record = { id: 'a1b2c3d4', from: 'RUH', to: 'FRA', dep: 1_804_032_000, price: 499.5, stops: [{ at: 'IST' }] };
  const count = Math.ceil(10_000_000 / (JSON.stringify(record).length + 1));
  return JSON.stringify(Array.from({ length: count }, () => record));
}

/** Returns the processor time that `JSON.parse` of 10 MB takes in this thread (ms). */
export function referenceTime(): number {
  const text = referenceText();
  const start = threadTime();
  JSON.parse(text);
  return threadTime() - start;
}

/**
 * Measures how long this thread computes for some work.
 * @returns the smallest ratio to the reference load
 */
export async function costRatio(work: () => unknown): Promise<number> {
  return smallestRatio(async () => {
    const start = threadTime();
    await work();
    return threadTime() - start;
  });
}

/**
 * Measures the longest stop during some work: how long this thread computes at most without a turn of the event loop, so
 * that a server could not respond to anybody.
 * @returns the smallest ratio to the reference load
 */
export async function stopRatio(work: () => unknown): Promise<number> {
  return smallestRatio(() => longestStop(work));
}

/**
 * Measures how the processor time of some work grows with its size.
 * @param prepare returns the work for a size; not measured
 * @returns the ratio of the smallest time for the larger size to the smallest for the smaller
 */
export async function growthRatio(
  prepare: (size: number) => (() => unknown) | Promise<() => unknown>,
  [small, large]: [small: number, large: number],
): Promise<number> {
  const works = [await prepare(small), await prepare(large)] as const;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = threadTime();
      await work();
      times[index]?.push(threadTime() - start);
    }
  }
  return Math.min(...times[1]) / Math.min(...times[0]);
}

async function smallestRatio(measure: () => Promise<number>): Promise<number> {
  const costs: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    references.push(referenceTime());
    costs.push(await measure());
  }
  return Math.min(...costs) / Math.min(...references);
}

/**
 * Measures how long some work takes (ms), so that something can happen at a random moment of it. Only for that: the
 * machine decides how long it takes.
 */
export async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns the longest stop during some work (ms of processor time). */
export async function longestStop(work: () => unknown): Promise<number> {
  let longest = 0;
  const done = new AbortController();
  const watching = (async () => {
    let previous = threadTime();
    while (!done.signal.aborted) {
      await nextTurn();
      const now = threadTime();
      longest = Math.max(longest, now - previous);
      previous = now;
    }
  })();
  await nextTurn();
  try {
    await work();
  } finally {
    done.abort();
    await watching;
  }
  return longest;
}
