import { setImmediate as nextLoopIteration } from 'node:timers/promises';

/** Long work in steps: it yields wherever it may be interrupted, and returns its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Steps that also wait for something, such as a thread that compresses. */
export type AsyncSteps<Result> = AsyncGenerator<undefined, Result, undefined>;

/** How long steps run before everything else gets its turn (ms). */
const slice = 10;

/** Runs work to completion, letting the event loop run every few milliseconds. One step should take less than that. */
export async function runInSlices<Result>(steps: Steps<Result> | AsyncSteps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + slice;
    do {
      const next = steps.next();
      // Waiting for a step that has been taken would cost more than most steps.
      const step = next instanceof Promise ? await next : next;
      if (step.done) return step.value;
    } while (performance.now() < end);
    await nextLoopIteration();
  }
}

/** Runs work to completion synchronously, for work that is known to be short. */
export function runSync<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
