import type { Database } from '#app/database/database.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { recordEvent } from './record-event.server.ts';

/**
 * Marks an enquiry as taken by somebody at the command line, which stops its reminders, and reopens a closed one.
 * @returns false if the enquiry has been erased, or was already taken and is not closed
 */
export function takeEnquiry(database: Database, enquiryId: string, now: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, enquiryId);
    if (!enquiry || (enquiry.taken_at !== null && enquiry.state !== 'closed')) return false;
    await recordEvent(transaction, enquiry, { kind: 'taken', at: now, source: 'command-line' }, now);
    return true;
  });
}
