import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { type Chunk, chunkVersion } from '../model/flight.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import type { FlightSupplier, PollResponse, SupplierProblem, SupplierSession } from '../suppliers/supplier.server.ts';
import type { SearchDatabase, SearchRow } from './search-database.server.ts';

/**
 * Default lifetime of a search that ended without results (ms): it can be retried soon, but not at once, so that the
 * supplier is not called for every visitor.
 */
const defaultFailureLifetime = 15_000;

/** Lease duration (ms): longer than the supplier's request timeout. */
const leaseDuration = 20_000;
/** How long the criteria of an expired search are kept (ms). */
const queryLifetime = 24 * 60 * 60_000;

export type SearchStore = ReturnType<typeof openSearchStore>;

/** Estimated size of a search without results (bytes). */
const rowBytes = 4096;

/** Thrown when the disk quota for searches is used up. */
export class NoRoomForSearches extends Error {
  override name = 'NoRoomForSearches';
}

/** A search as it was claimed, or last read. What changes it does so only if nobody has claimed it since. */
type Step = Pick<SearchRow, 'id' | 'leased_until'>;

/**
 * Storage of searches and results, shared by all processes that open the database. Every step is one statement that checks
 * what it relies on, so that two processes never undo each other's work.
 * @param supplier whose searches these are; those of another, or with chunks of another version, are never continued
 * @param room disk quota; unlimited if absent
 */
export function openSearchStore(
  database: SearchDatabase,
  supplier: Pick<FlightSupplier, 'name' | 'timing'>,
  room?: Pick<DiskBudget, 'take'>,
  failureLifetime = defaultFailureLifetime,
) {
  const { timing } = supplier;
  const format = `${supplier.name} ${chunkVersion}`;

  function takeSpace(bytes: number): void {
    if (room && !room.take(bytes)) throw new NoRoomForSearches('No disk space left for searches');
  }

  return {
    /** Whether this process can read the search's chunks and continue it. */
    isReadable: (row: Pick<SearchRow, 'format'>) => row.format === format,

    /** A search by its id, in any state and format. */
    byId(id: string): Promise<SearchRow | undefined> {
      return database.selectFrom('searches').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** The unexpired search of this key (`searchKey`). */
    liveByKey(key: string, now: number): Promise<SearchRow | undefined> {
      return database
        .selectFrom('searches')
        .selectAll()
        .where('format', '=', format)
        .where('key', '=', key)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    /**
     * Adds a search, unless another process added one of the same key first.
     * @returns the id of whichever exists
     * @throws {NoRoomForSearches} if the disk quota is used up
     */
    async add(query: FlightQuery, language: Language, now: number): Promise<string> {
      takeSpace(rowBytes);
      const key = searchKey(query);
      for (;;) {
        await database
          .updateTable('searches')
          .set({ key: null })
          .where('format', '=', format)
          .where('key', '=', key)
          .where('expires_at', '<=', now)
          .execute();
        const added = await database
          .insertInto('searches')
          .values({
            id: newId(),
            format,
            key,
            query: JSON.stringify(query),
            language,
            cursor: null,
            state: 'waiting',
            problem: null,
            started_at: now,
            expires_at: now + timing.offerLifetime,
            next_poll_at: now,
            leased_until: 0,
            failures: 0,
            version: 0,
          })
          .onConflict((conflict) => conflict.columns(['format', 'key']).doNothing())
          .returning('id')
          .executeTakeFirst();
        // Another process may let go of the one that is there before it is read: then this one is added after all.
        const found = added ?? (await this.liveByKey(key, now));
        if (found) return found.id;
      }
    },

    /**
     * Leases the next step to this process.
     * @returns the search as it is now; undefined if no step is due, or another process has leased it
     */
    claim(id: string, now: number): Promise<SearchRow | undefined> {
      return database
        .updateTable('searches')
        .set({ leased_until: now + leaseDuration, next_poll_at: now + timing.pollInterval })
        .where('id', '=', id)
        .where('format', '=', format)
        .where('state', 'in', ['waiting', 'gathering'])
        .where('leased_until', '<=', now)
        .where('next_poll_at', '<=', now)
        .returningAll()
        .executeTakeFirst();
    },

    /** Records that the supplier has started the search. */
    async recordStart(step: Step, session: SupplierSession): Promise<void> {
      await database
        .updateTable('searches')
        .set({ state: 'gathering', ...released(step, session) })
        .where('id', '=', step.id)
        .where('leased_until', '=', step.leased_until)
        .execute();
    },

    /**
     * Stores the new chunks of a response, also after the lease has ended: the supplier may hand out each only once.
     * @throws {NoRoomForSearches} if the disk quota is used up; then nothing is stored
     */
    async record(step: Step, { chunks, isComplete, ...session }: PollResponse): Promise<void> {
      const rows = chunks.map((chunk) => ({ search_id: step.id, chunk_id: chunk.id, body: JSON.stringify(chunk) }));
      takeSpace(rows.reduce((sum, { body }) => sum + 4 * body.length, 0));
      const { numInsertedOrUpdatedRows: added = 0n } =
        rows.length === 0
          ? {}
          : await database
              .insertInto('search_chunks')
              .values(rows)
              .onConflict((conflict) => conflict.columns(['search_id', 'chunk_id']).doNothing())
              .executeTakeFirst();
      // After the chunks, so that readers of the new version find them.
      if (isComplete || added > 0n) {
        await database
          .updateTable('searches')
          .set(({ eb }) => ({
            version: eb('version', '+', 1),
            ...(isComplete ? { state: 'complete' as const } : {}),
          }))
          .where('id', '=', step.id)
          .execute();
      }
      await database
        .updateTable('searches')
        .set({ failures: 0, ...released(step, session) })
        .where('id', '=', step.id)
        .where('leased_until', '=', step.leased_until)
        .execute();
    },

    /** Records a first failure; the supplier is polled again when due. */
    async recordFirstFailure({ id, leased_until }: Step): Promise<void> {
      await database
        .updateTable('searches')
        .set({ failures: 1, leased_until: 0 })
        .where('id', '=', id)
        .where('leased_until', '=', leased_until)
        .execute();
    },

    /**
     * Ends a search before the supplier completed it. Results are kept; a search without results expires soon, so that
     * it can be retried.
     */
    async end(
      { id, leased_until }: Step,
      outcome: { state: 'timed_out' } | { state: 'failed'; problem: SupplierProblem | 'fault' },
      { hasResults, now }: { hasResults: boolean; now: number },
    ): Promise<void> {
      await database
        .updateTable('searches')
        .set(({ eb }) => ({
          ...outcome,
          leased_until: 0,
          version: eb('version', '+', 1),
          ...(hasResults ? {} : { expires_at: now + failureLifetime }),
        }))
        .where('id', '=', id)
        .where('leased_until', '=', leased_until)
        .where('state', 'in', ['waiting', 'gathering'])
        .execute();
    },

    /** Detaches the search from its key, so that the same criteria start a new search. */
    async releaseKey(id: string): Promise<void> {
      await database.updateTable('searches').set({ key: null }).where('id', '=', id).execute();
    },

    /** The chunks of a search whose ids are not `known`. Their order makes no difference. */
    async chunksExcept(id: string, known: ReadonlySet<string>): Promise<Chunk[]> {
      const rows = await database
        .selectFrom('search_chunks')
        .select('body')
        .where('search_id', '=', id)
        .$if(known.size > 0, (query) => query.where('chunk_id', 'not in', [...known]))
        .execute();
      return rows.map(({ body }) => JSON.parse(body) as Chunk);
    },

    /** Deletes expired results, and a day later the search itself. */
    async purge(now: number): Promise<void> {
      await database
        .deleteFrom('search_chunks')
        .where('search_id', 'in', (select) => select.selectFrom('searches').select('id').where('expires_at', '<=', now))
        .execute();
      await database
        .deleteFrom('searches')
        .where('expires_at', '<=', now - queryLifetime)
        .execute();
    },
  };
}

/** The columns of a search that nobody has leased any more, at the supplier's new cursor. */
function released({ leased_until }: Step, { cursor, pause }: SupplierSession) {
  const askedAt = leased_until - leaseDuration;
  return { cursor, leased_until: 0, ...(pause === undefined ? {} : { next_poll_at: askedAt + pause }) };
}
