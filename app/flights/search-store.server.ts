import { newId } from '#app/database/secrets.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { Chunk } from './flight.ts';
import { searchKey, type FlightQuery } from './flight-query.ts';
import type { SearchDatabase, SearchRow } from './search-database.server.ts';
import type { Answer, SupplierProblem } from './supplier.server.ts';

/** How a search takes its time, in milliseconds. */
export interface SearchTiming {
  /** The supplier is asked no more often (spec, section 9). */
  pollEvery: number;
  /** And for no longer than this in all (spec, section 9). */
  longest: number;
  /** How long offers live, from the start of their search. */
  offersLive: number;
  /** How long one that came to nothing is remembered, so that asking again does not ask the supplier at once. */
  failureLives: number;
}

export const searchTiming: SearchTiming = {
  pollEvery: 4_000,
  longest: 60_000,
  offersLive: 15 * 60_000,
  failureLives: 15_000,
};

/** Longer than a supplier takes to answer or to be given up. */
const leaseTime = 20_000;
/** How long an expired search can still tell what was searched for. */
const queryLives = 24 * 60 * 60_000;

export type SearchStore = ReturnType<typeof openSearchStore>;

/** What is known of searches, shared by every process that has the database open. */
export function openSearchStore(database: SearchDatabase, timing: SearchTiming) {
  return {
    byId(id: string): Promise<SearchRow | undefined> {
      return database.selectFrom('searches').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** The search of this key (`searchKey`), as long as its offers live. */
    liveByKey(key: string, now: number): Promise<SearchRow | undefined> {
      return database
        .selectFrom('searches')
        .selectAll()
        .where('key', '=', key)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    /** Adds a search, unless another process was quicker: then it is that one. @returns its id */
    async add(query: FlightQuery, language: Language, now: number): Promise<string> {
      const key = searchKey(query);
      await database
        .updateTable('searches')
        .set({ key: null })
        .where('key', '=', key)
        .where('expires_at', '<=', now)
        .execute();
      await database
        .insertInto('searches')
        .values({
          id: newId(),
          key,
          query: JSON.stringify(query),
          language,
          supplier_id: null,
          state: 'waiting',
          problem: null,
          started_at: now,
          expires_at: now + timing.offersLive,
          next_poll_at: now,
          leased_until: 0,
          failures: 0,
          version: 0,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      const { id } = await database
        .selectFrom('searches')
        .select('id')
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Takes the next step for this process alone; false where it is not due, or another one has it. */
    async claim(id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('searches')
        .set({ leased_until: now + leaseTime, next_poll_at: now + timing.pollEvery })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'gathering'])
        .where('leased_until', '<=', now)
        .where('next_poll_at', '<=', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** It has begun at the supplier, who may be asked at once. */
    async started(id: string, supplierId: string, now: number): Promise<void> {
      await database
        .updateTable('searches')
        .set({ state: 'gathering', supplier_id: supplierId, leased_until: 0, next_poll_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** Keeps what an answer brought that was not known. Only who has claimed the step may do so. */
    async record(id: string, { chunks, isEnd }: Answer): Promise<void> {
      const { last } = await database
        .selectFrom('search_chunks')
        .select(({ fn }) => fn.max<number | null>('number').as('last'))
        .where('search_id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = chunks.map((chunk, index) => ({
        search_id: id,
        chunk_id: chunk.id,
        number: (last ?? 0) + index + 1,
        body: JSON.stringify(chunk),
      }));
      const { numInsertedOrUpdatedRows: added = 0n } =
        rows.length === 0
          ? {}
          : await database
              .insertInto('search_chunks')
              .values(rows)
              .onConflict((conflict) => conflict.columns(['search_id', 'chunk_id']).doNothing())
              .executeTakeFirst();
      // After the chunks: whoever sees the new version finds what it is about.
      await database
        .updateTable('searches')
        .set(({ eb }) => ({
          leased_until: 0,
          failures: 0,
          ...(isEnd ? { state: 'complete' as const } : {}),
          ...(isEnd || added > 0n ? { version: eb('version', '+', 1) } : {}),
        }))
        .where('id', '=', id)
        .execute();
    },

    /** The supplier failed once: it is asked again when its time has come. */
    async failedOnce(id: string): Promise<void> {
      await database.updateTable('searches').set({ failures: 1, leased_until: 0 }).where('id', '=', id).execute();
    },

    /**
     * It ends without the supplier's word. What was gathered stays; one that came to nothing is soon forgotten, so that
     * the same search can be tried again.
     */
    async end(
      id: string,
      outcome: { state: 'timed_out' } | { state: 'failed'; problem: SupplierProblem | 'fault' },
      { hasResults, now }: { hasResults: boolean; now: number },
    ): Promise<void> {
      await database
        .updateTable('searches')
        .set(({ eb }) => ({
          ...outcome,
          leased_until: 0,
          version: eb('version', '+', 1),
          ...(hasResults ? {} : { expires_at: now + timing.failureLives }),
        }))
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'gathering'])
        .execute();
    },

    /** The next search for the same is another one. */
    async releaseKey(id: string): Promise<void> {
      await database.updateTable('searches').set({ key: null }).where('id', '=', id).execute();
    },

    /** The chunks that came after the one of this number, in their order, with the number of the last. */
    async chunksAfter(id: string, number: number): Promise<{ chunks: Chunk[]; last: number }> {
      const rows = await database
        .selectFrom('search_chunks')
        .select(['number', 'body'])
        .where('search_id', '=', id)
        .where('number', '>', number)
        .orderBy('number')
        .execute();
      return {
        chunks: rows.map(({ body }) => JSON.parse(body) as Chunk),
        last: rows[rows.length - 1]?.number ?? number,
      };
    },

    /** Results go when their time is up, and a day later what was searched for. */
    async purge(now: number): Promise<void> {
      await database
        .deleteFrom('search_chunks')
        .where('search_id', 'in', (select) => select.selectFrom('searches').select('id').where('expires_at', '<=', now))
        .execute();
      await database
        .deleteFrom('searches')
        .where('expires_at', '<=', now - queryLives)
        .execute();
    },
  };
}
