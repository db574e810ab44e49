import type { Database } from '#app/database/database.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import type { ClosingReason } from './progress.ts';
import { recordEvent } from './record-event.server.ts';

/**
 * Closes an enquiry for somebody at the command line, which starts the period after which it is erased.
 * @param now time of the system clock (Unix time in ms)
 * @returns false if the enquiry has been erased, or was already closed
 */
export function closeEnquiry(
  database: Database,
  enquiryId: string,
  reason: ClosingReason | undefined,
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, enquiryId);
    if (!enquiry || enquiry.state === 'closed') return false;
    const details = reason && { reason };
    await recordEvent(transaction, enquiry, { kind: 'closed', at: now, source: 'command-line', details }, now);
    return true;
  });
}
