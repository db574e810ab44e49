import type { Database } from '#app/database/database.server.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { takeEnquiry } from '../store/take-enquiry.server.ts';
import { isTakenIn, type ProgressSource, type ProgressState } from './progress.ts';
import { readEvents } from './read-progress.server.ts';

/** An event to record. */
export interface NewProgress {
  state: ProgressState;
  /** When it happened (Unix time in ms); now, if undefined. */
  at?: number;
  source: ProgressSource;
}

/** Tolerated difference between the clocks of the source and of this site (ms). */
const clockTolerance = 5 * 60_000;

/**
 * Records an event of an enquiry, and marks the enquiry as taken if the event means that. A repetition changes nothing:
 * an event of the same source with the same state and time, or, without a time, one with the enquiry's current state.
 * @param reference 8 characters, see `parseReference`
 * @param now time of the system clock (Unix time in ms)
 * @returns `unknown` if there is no such enquiry or it has been erased; `impossible_time` if the event is in the future or
 *   older than the enquiry
 */
export async function recordProgress(
  database: Database,
  reference: string,
  { state, at, source }: NewProgress,
  now: number,
): Promise<'recorded' | 'repeated' | 'unknown' | 'impossible_time'> {
  const found = await database
    .selectFrom('enquiries')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!found) return 'unknown';
  return database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, found.id);
    if (!enquiry) return 'unknown';
    if (at !== undefined && (at > now + clockTolerance || at < enquiry.received_at - clockTolerance)) {
      return 'impossible_time';
    }
    // Families would wonder about something that happened before their request arrived.
    const reportedAt = at === undefined ? undefined : Math.max(at, enquiry.received_at);
    const sourceColumns =
      typeof source === 'string'
        ? { source, person_id: null }
        : { source: 'desk' as const, person_id: source.personId };
    const events = await readEvents(transaction, enquiry.id);
    const isRepetition =
      reportedAt === undefined
        ? events.at(-1)?.kind === state
        : events.some(
            (event) => event.kind === state && event.at === reportedAt && event.source === sourceColumns.source,
          );
    if (isRepetition) return 'repeated';
    await transaction
      .insertInto('enquiry_events')
      .values({ id: newId(), enquiry_id: enquiry.id, at: reportedAt ?? now, kind: state, ...sourceColumns })
      .execute();
    const newest = (await readEvents(transaction, enquiry.id)).at(-1);
    await transaction
      .updateTable('enquiries')
      .set(({ eb }) => ({ state: newest?.kind ?? state, case_version: eb('case_version', '+', 1) }))
      .where('id', '=', enquiry.id)
      .execute();
    if (isTakenIn(state)) await takeEnquiry(transaction, reference, now);
    return 'recorded';
  });
}
