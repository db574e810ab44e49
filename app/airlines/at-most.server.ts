/**
 * Lets at most so many pieces of work run at once; the others wait for their turn, in the order in which they came.
 * @returns runs a piece of work, and passes on what comes of it
 */
export function atMost(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A place is handed on rather than given up, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
