import { type Selectable, sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryEventRow } from '#app/database/tables.ts';
import {
  type EventDetails,
  eventKinds,
  type EventSource,
  isShown,
  type ProgressEvent,
  type RequestEvent,
} from './progress.ts';

/**
 * Reads the events of an enquiry that have not been undone, oldest first; simultaneous ones in the order in which they
 * were recorded.
 * @param database may be a transaction
 */
export async function readEvents(database: Database, enquiryId: string): Promise<RequestEvent[]> {
  return (await readHistory(database, enquiryId)).filter(({ undoneAt }) => undoneAt === undefined);
}

/** An event, which may have been undone. */
export interface RecordedEvent extends RequestEvent {
  /** When it was undone (Unix time in ms). */
  undoneAt: number | undefined;
}

/** Like {@link readEvents}, but including the events that were undone. */
export async function readHistory(database: Database, enquiryId: string): Promise<RecordedEvent[]> {
  const rows = await database
    .selectFrom('enquiry_events')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('at')
    .orderBy(sql`rowid`)
    .execute();
  return rows.flatMap((row) => {
    const kind = eventKinds.find((known) => known === row.kind);
    // A later version of the program may have recorded kinds that this one does not know.
    if (!kind) return [];
    return [
      {
        id: row.id,
        kind,
        at: row.at,
        source: sourceOf(row),
        details: row.details === null ? {} : (JSON.parse(row.details) as EventDetails),
        undoneAt: row.undone_at ?? undefined,
      },
    ];
  });
}

function sourceOf({ source, person_id }: Selectable<EnquiryEventRow>): EventSource {
  return source === 'desk' ? { personId: person_id ?? '' } : source;
}

/** Reads the events of an enquiry that families see, oldest first. */
export async function readProgress(database: Database, enquiryId: string): Promise<ProgressEvent[]> {
  const events = await readEvents(database, enquiryId);
  return events.flatMap(({ kind, at }) => (isShown(kind) ? [{ state: kind, at }] : []));
}
