import { setTimeout as pause } from 'node:timers/promises';

/**
 * Errors after which PostgreSQL has undone everything, and repeating it is likely to work: `serialization_failure`,
 * `deadlock_detected`, and `unique_violation`, which two transactions cause that insert what neither could see.
 */
const retryable = new Set(['40001', '40P01', '23505']);

const maxAttempts = 12;
/** A unique violation that was no coincidence comes again. */
const maxUniqueViolations = 3;

/** Whether an error is a conflict with another transaction. */
function isConflict(error: unknown): boolean {
  return retryable.has((error as { code?: string }).code ?? '');
}

/**
 * Runs work that changes nothing but the database, in one transaction or one statement, and repeats it after a conflict
 * with another process.
 * @throws what the work throws, once it has been repeated often enough
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
      // The rivals of this attempt are repeated as well, and must not meet again.
      await pause(Math.random() * 10 * attempt);
    }
  }
}
