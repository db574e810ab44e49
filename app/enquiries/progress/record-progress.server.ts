import type { Database } from '#app/database/database.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import type { ReportableState } from './progress.ts';
import { readEvents } from './read-progress.server.ts';
import { recordEvent } from './record-event.server.ts';

/** What the company's system, or its command line, reports. */
export interface Report {
  state: ReportableState;
  /** When it happened (Unix time in ms); now, if undefined. */
  at?: number;
  source: 'api' | 'command-line';
}

/** Tolerated difference between the clocks of the source and of this site (ms). */
const clockTolerance = 5 * 60_000;

/**
 * Records what was reported about an enquiry. A repetition changes nothing. A report is a repetition if an earlier one
 * has the same source, state and time or, if it has no time, if the enquiry's most recent event is of the same kind.
 * @param reference 8 characters, see `parseReference`
 * @param now time of the system clock (Unix time in ms)
 * @returns `unknown` if there is no such enquiry or it has been erased; `impossible_time` if the event is in the future
 *   or older than the enquiry
 */
export async function recordProgress(
  database: Database,
  reference: string,
  { state, at, source }: Report,
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
    // Families would be puzzled by an event dated before their request.
    const reportedAt = at === undefined ? undefined : Math.max(at, enquiry.received_at);
    const events = await readEvents(transaction, enquiry.id);
    const isRepetition =
      reportedAt === undefined
        ? events.at(-1)?.kind === state
        : events.some((event) => event.kind === state && event.at === reportedAt && event.source === source);
    if (isRepetition) return 'repeated';
    await recordEvent(transaction, enquiry, { kind: state, at: reportedAt ?? now, source }, now);
    return 'recorded';
  });
}
