/**
 * Limits concurrency: at most `limit` tasks run at once; others wait in FIFO order.
 * @returns a function that runs a task once there is a free slot, and returns its result
 */
export function limitConcurrency(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is handed to the next waiter directly, so that no newcomer can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
