/**
 * Limits concurrency: at most `limit` tasks run at once, and the others wait in FIFO order.
 * @returns a function that runs a task as soon as the limit allows, and returns its result
 */
export function limitConcurrency(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Hand the slot directly to the next task, so that no later one can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
