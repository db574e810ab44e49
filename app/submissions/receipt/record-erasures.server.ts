import { json } from '@remix-run/node';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import type { Problem } from '#app/problems/problem.ts';

/** What records erasures: the retention runner. */
export interface ErasureRecorder {
  recordErasures(): Promise<void>;
}

/**
 * Writes new erasures to the erasures file, before a page confirms one of them.
 * @throws {Response} 503 for the error page if they cannot be written
 */
export async function recordErasures(retentionRunner: ErasureRecorder): Promise<void> {
  try {
    await retentionRunner.recordErasures();
  } catch (error) {
    // During an outage, it is unknown whether anything was erased.
    if (isDatabaseUnavailable(error)) throw error;
    const headers = { 'Retry-After': String(outageRetryAfter), 'Cache-Control': 'no-store' };
    const response: Response = json({ problem: 'erasure_unrecorded' satisfies Problem }, { status: 503, headers });
    throw response;
  }
}
