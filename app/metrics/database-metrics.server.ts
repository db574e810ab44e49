import type { Database } from '#app/database/database.server.ts';
import type { SearchDatabase } from '#app/flights/searches/search-database.server.ts';

/** What the database shows about the work of all processes that share it. Nothing in it is about a person. */
export interface DatabaseMetrics {
  /** Messages to the desk that have not been delivered, by kind of request, purpose, desk and state. */
  undelivered: { kind: string; purpose: string; desk: string; state: string; count: number }[];
  /** When the oldest message that is waiting for delivery was created (Unix time in ms); null if none is waiting. */
  oldestMessageAt: number | null;
  /** When the oldest notice that is waiting for delivery was created (Unix time in ms); null if none is waiting. */
  oldestNoticeAt: number | null;
  /** Files that are waiting for the verdict of the virus scanner. */
  uncheckedFiles: number;
  /** Problems that have been announced and have not ended, by name. */
  troubles: { trouble: string; count: number }[];
  /** Whether deliveries are paused after a restore. */
  isPaused: boolean;
  /** Flight searches whose offers are valid, by state. */
  searches: { state: string; count: number }[];
}

/**
 * Reads the metrics, one query after another, so that visitors lose at most one connection. Each query reads only what
 * is waiting or wrong, through an index: queries to SQLite block the process, and there are a thousand times as many
 * delivered messages.
 */
export async function readDatabaseMetrics(
  database: Database,
  searchDatabase: SearchDatabase,
  now: () => number,
): Promise<DatabaseMetrics> {
  const undelivered = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['kind', 'purpose', 'parcels.desk', 'parcels.state'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parcels.state', 'in', ['waiting', 'refused'])
    .groupBy(['kind', 'purpose', 'parcels.desk', 'parcels.state'])
    .execute();
  const oldestMessage = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(({ fn }) => fn.min<number | null>('parcels.created_at').as('at'))
    .where('parcels.state', '=', 'waiting')
    // Staff hold these back on purpose.
    .where('restricted_at', 'is', null)
    .executeTakeFirst();
  const oldestNotice = await database
    .selectFrom('notice_deliveries')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .select(({ fn }) => fn.min<number | null>('created_at').as('at'))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  const unchecked = await database
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('virus_check', '=', 'waiting')
    .executeTakeFirst();
  const troubles = await database
    .selectFrom('troubles')
    .select('trouble')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('trouble')
    .execute();
  const pause = await database.selectFrom('delivery_pause').select('id').executeTakeFirst();
  const searches = await searchDatabase
    .selectFrom('searches')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', now())
    .groupBy('state')
    .execute();
  return {
    undelivered,
    oldestMessageAt: oldestMessage?.at ?? null,
    oldestNoticeAt: oldestNotice?.at ?? null,
    uncheckedFiles: unchecked?.count ?? 0,
    troubles,
    isPaused: pause !== undefined,
    searches,
  };
}
