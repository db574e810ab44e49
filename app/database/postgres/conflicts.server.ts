import { setTimeout as pause } from 'node:timers/promises';

/**
 * Errors after which PostgreSQL has rolled back, and a retry is likely to succeed: `serialization_failure`,
 * `deadlock_detected`, and `unique_violation`, which occurs when concurrent transactions insert the same key.
 */
const retryable = new Set(['40001', '40P01', '23505']);

const maxAttempts = 12;
/** A unique violation that is not caused by a concurrent insertion occurs on every attempt. */
const maxUniqueViolations = 3;

/** Whether an error is a conflict with another transaction. */
function isConflict(error: unknown): boolean {
  return retryable.has((error as { code?: string }).code ?? '');
}

/**
 * Runs a transaction or a single statement, and retries it after a conflict with another transaction.
 * @param work must have no effects outside the database
 * @throws the error of the last attempt; immediately if it is not a conflict
 */
export async function retryConflicts<Value>(work: () => Promise<Value>): Promise<Value> {
  let uniqueViolations = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
      if ((error as { code?: string }).code === '23505') uniqueViolations += 1;
      if (uniqueViolations === maxUniqueViolations) throw error;
      // The transactions it conflicted with are retried as well; random pauses keep them from colliding again.
      await pause(Math.random() * 10 * attempt);
    }
  }
}
