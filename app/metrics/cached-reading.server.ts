/** How a metric is read for a scrape. */
interface ReadingOptions {
  /** How long a result is reused (ms). */
  lifetime: number;
  /** How long a scrape waits for a result (ms). */
  timeout: number;
  /** Called with the error of each reading that failed. */
  onError: (error: unknown) => void;
  /** A monotonic clock (ms). */
  now?: () => number;
}

/**
 * Wraps something that takes time to read, such as a query. Scrapes that arrive together, or one after another within the
 * lifetime, share one reading, and the next begins only when the previous one has ended: scrapes cannot pile up, however
 * slow the database is.
 * @returns a function that resolves to the last result within its lifetime; to undefined if there is none in time
 */
export function cachedReading<Result>(
  read: () => Promise<Result>,
  { lifetime, timeout, onError, now = () => performance.now() }: ReadingOptions,
): () => Promise<Result | undefined> {
  let last: { result: Result; readAt: number } | undefined;
  let reading: Promise<Result | undefined> | undefined;

  async function readOnce(): Promise<Result | undefined> {
    try {
      const result = await read();
      last = { result, readAt: now() };
      return result;
    } catch (error) {
      onError(error);
      return undefined;
    } finally {
      reading = undefined;
    }
  }

  return async () => {
    if (last && now() - last.readAt < lifetime) return last.result;
    reading ??= readOnce();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeout)));
    try {
      return await Promise.race([reading, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
