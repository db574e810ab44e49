import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { isProgressState, type ProgressEvent } from './progress.ts';

/** An event of an enquiry as stored, for staff. */
export type EnquiryEvent = Awaited<ReturnType<typeof readEvents>>[number];

/**
 * Reads all events of an enquiry that have not been undone, oldest first; of simultaneous ones, as recorded. Times are
 * Unix times in ms.
 */
export async function readEvents(database: Database, enquiryId: string) {
  return database
    .selectFrom('enquiry_events')
    .select(['kind', 'at', 'source'])
    .where('enquiry_id', '=', enquiryId)
    .where('undone_at', 'is', null)
    .orderBy('at')
    .orderBy(sql`rowid`)
    .execute();
}

/** Reads the events of an enquiry that families see, oldest first. */
export async function readProgress(database: Database, enquiryId: string): Promise<ProgressEvent[]> {
  const events = await readEvents(database, enquiryId);
  return events.flatMap(({ kind, at }) => (isProgressState(kind) ? [{ state: kind, at }] : []));
}
