import { EnvironmentError } from '#app/env/env.server.ts';
import type { Bucket } from './bucket.server.ts';
import { BucketError, isTemporary } from './bucket-error.server.ts';

/** An empty object, written to find out whether the bucket accepts files. It contains nothing and can be deleted. */
const probe = 'probe';

/** How long a result stays valid (ms): each attempt is a request that the provider charges for. */
const resultLifetime = 10_000;

/**
 * Ensures that objects in the bucket can be written, listed and deleted. A bucket that is only temporarily unavailable
 * is not an error: requests without files can still be stored.
 * @throws {EnvironmentError} with one sentence, if the bucket cannot be used as it is configured
 */
export async function ensureUsable(bucket: Bucket): Promise<void> {
  try {
    await bucket.put(probe, new Uint8Array());
    for await (const _ of bucket.list(probe)) break;
    for await (const _ of bucket.listStarted(probe)) break;
    await bucket.remove(probe);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    if (isTemporary(error)) return;
    throw new EnvironmentError(`The site cannot start: ${error.message}.`, { cause: error });
  }
}

/**
 * Returns a function that tells why the bucket accepts no files; undefined if it does. Only its first call waits for the
 * bucket; later ones return the result of the last attempt, and start another one if that is old.
 */
export function watchBucket(bucket: Bucket): () => Promise<string | undefined> {
  let result: Promise<string | undefined> | undefined;
  let attemptedAt = -Infinity;

  async function findProblem(): Promise<string | undefined> {
    try {
      await bucket.put(probe, new Uint8Array());
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  return async () => {
    if (performance.now() - attemptedAt >= resultLifetime) {
      attemptedAt = performance.now();
      const attempt = findProblem();
      result ??= attempt;
      void attempt.then(() => (result = attempt));
    }
    return result;
  };
}
