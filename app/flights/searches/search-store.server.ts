import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInSlices, type Steps } from '#app/clock/time-slices.ts';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { type Chunk, chunkVersion } from '../model/flight.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import type { FlightSupplier, PollResponse, SupplierSession } from '../suppliers/supplier.server.ts';
import type { ChunkRow, SearchDatabase, SearchProblem, SearchRow } from './search-database.server.ts';

/**
 * Default lifetime of a search that ended without results (ms). It is short so that the search can be retried soon, but
 * long enough that not every visitor causes a request to the supplier.
 */
const defaultFailureLifetime = 15_000;

/** Lease duration (ms): longer than the supplier's request timeout. */
export const leaseDuration = 20_000;
/** How long the criteria of an expired search are kept (ms). */
const queryLifetime = 24 * 60 * 60_000;

export type SearchStore = ReturnType<typeof openSearchStore>;

/** Estimated size of a search without results (bytes). */
const rowBytes = 4096;

/** Thrown when the disk budget for searches is exhausted. */
export class SearchStorageFullError extends Error {
  override name = 'SearchStorageFullError';
}

/** A search with the lease it was last read with. Updates apply only if no process has claimed the search since. */
type LeasedSearch = Pick<SearchRow, 'id' | 'leased_until'>;

/**
 * Storage of searches and results, shared by all processes that open the database. Every statement checks its own
 * preconditions, so two processes never undo each other's work. A large response takes several statements; after a crash,
 * part of it may be missing.
 * @param supplier the current supplier; searches of another supplier or chunk version are never continued
 * @param diskBudget disk space for searches; unlimited if absent
 */
export function openSearchStore(
  database: SearchDatabase,
  supplier: Pick<FlightSupplier, 'name' | 'timing'>,
  diskBudget?: Pick<DiskBudget, 'take'>,
  failureLifetime = defaultFailureLifetime,
) {
  const { timing } = supplier;
  const format = `${supplier.name} ${chunkVersion}`;

  function reserveSpace(bytes: number): void {
    if (diskBudget && !diskBudget.take(bytes)) throw new SearchStorageFullError('No disk space left for searches');
  }

  /** @returns whether any of the chunks is new */
  async function insertChunks(id: string, chunks: readonly Chunk[]): Promise<boolean> {
    const rows = await runInSlices(serialize(id, chunks));
    reserveSpace(rows.reduce((sum, { body }) => sum + 4 * body.length, 0));
    let added = 0n;
    for (const batch of batchesOf(rows)) {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('search_chunks')
        .values(batch)
        .onConflict((conflict) => conflict.columns(['search_id', 'chunk_id']).doNothing())
        .executeTakeFirst();
      added += numInsertedOrUpdatedRows;
      await nextTurn();
    }
    return added > 0n;
  }

  /** Call this after the chunks are stored, so that readers of the new version find them. */
  async function increaseVersion(id: string, changes: { state?: 'complete' } = {}): Promise<void> {
    await database
      .updateTable('searches')
      .set(({ eb }) => ({ version: eb('version', '+', 1), ...changes }))
      .where('id', '=', id)
      .execute();
  }

  return {
    /** Whether this process can read the search's chunks and continue it. */
    isReadable: (row: Pick<SearchRow, 'format'>) => row.format === format,

    /** Reads a search by its id, in any state and format. */
    byId(id: string): Promise<SearchRow | undefined> {
      return database.selectFrom('searches').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Reads the unexpired search with this key (`searchKey`). */
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
     * Adds a search, unless one with the same key already exists.
     * @param id id of the new search
     * @returns the id of the new or existing search
     * @throws {SearchStorageFullError} if the disk budget is exhausted
     */
    async add(query: FlightQuery, language: Language, now: number, id = newId()): Promise<string> {
      reserveSpace(rowBytes);
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
            id,
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
        // Another process may release the existing search's key before it is read; then the insertion is repeated.
        const search = added ?? (await this.liveByKey(key, now));
        if (search) return search.id;
      }
    },

    /**
     * Leases the next step to this process.
     * @returns the updated search; undefined if no step is due or another process has leased it
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
    async recordStart(search: LeasedSearch, session: SupplierSession): Promise<void> {
      await database
        .updateTable('searches')
        .set({ state: 'gathering', ...releaseLease(search, session) })
        .where('id', '=', search.id)
        .where('leased_until', '=', search.leased_until)
        .execute();
    },

    /**
     * Stores the new chunks of a response, even after the lease has ended, because the supplier may deliver each
     * chunk only once.
     * @throws {SearchStorageFullError} if the disk budget is exhausted; nothing is stored in this case
     */
    async record(search: LeasedSearch, { chunks, isComplete, ...session }: PollResponse): Promise<void> {
      const isNew = await insertChunks(search.id, chunks);
      if (isComplete || isNew) await increaseVersion(search.id, isComplete ? { state: 'complete' } : {});
      await database
        .updateTable('searches')
        .set({ failures: 0, ...releaseLease(search, session) })
        .where('id', '=', search.id)
        .where('leased_until', '=', search.leased_until)
        .execute();
    },

    /**
     * Stores a chunk that did not come from a poll.
     * @throws {SearchStorageFullError} if the disk budget is exhausted
     */
    async addChunk(id: string, chunk: Chunk): Promise<void> {
      if (await insertChunks(id, [chunk])) await increaseVersion(id);
    },

    /** Records that part of what the supplier sent could not be read. The search continues. */
    async noteProblem(id: string, problem: SearchProblem | null): Promise<void> {
      await database.updateTable('searches').set({ problem }).where('id', '=', id).execute();
    },

    /** Records a first failure. The supplier is polled again at the next regular time. */
    async recordFirstFailure({ id, leased_until }: LeasedSearch): Promise<void> {
      await database
        .updateTable('searches')
        .set({ failures: 1, leased_until: 0 })
        .where('id', '=', id)
        .where('leased_until', '=', leased_until)
        .execute();
    },

    /**
     * Ends a search that the supplier has not completed. Results are kept. A search without results expires soon, so
     * that it can be retried.
     */
    async end(
      { id, leased_until }: LeasedSearch,
      outcome: { state: 'timed_out' } | { state: 'failed'; problem: SearchProblem },
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

    /** Releases the search's key, so that the next request for the same criteria starts a new search. */
    async releaseKey(id: string): Promise<void> {
      await database.updateTable('searches').set({ key: null }).where('id', '=', id).execute();
    },

    /** Reads the chunks of a search, except those with `known` ids: their JSON, in no particular order. */
    async chunksExcept(id: string, known: ReadonlySet<string>): Promise<string[]> {
      const rows = await database
        .selectFrom('search_chunks')
        .select('body')
        .where('search_id', '=', id)
        .$if(known.size > 0, (query) => query.where('chunk_id', 'not in', [...known]))
        .execute();
      return rows.map(({ body }) => body);
    },

    /** Deletes results that have expired, and searches that expired more than a day ago. */
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

/** Returns the column values that end a lease and store the supplier's new cursor. */
function releaseLease({ leased_until }: LeasedSearch, { cursor, pause }: SupplierSession) {
  const leasedAt = leased_until - leaseDuration;
  return { cursor, leased_until: 0, ...(pause === undefined ? {} : { next_poll_at: leasedAt + pause }) };
}

function* serialize(searchId: string, chunks: readonly Chunk[]): Steps<ChunkRow[]> {
  const rows: ChunkRow[] = [];
  for (const chunk of chunks) {
    rows.push({ search_id: searchId, chunk_id: chunk.id, body: JSON.stringify(chunk) });
    yield;
  }
  return rows;
}

/**
 * Maximum length of the JSON in one insertion (characters), which then takes a few milliseconds. Most responses fit
 * into a single insertion.
 */
const maxBatchLength = 2_000_000;

function batchesOf(rows: readonly ChunkRow[]): ChunkRow[][] {
  const batches: ChunkRow[][] = [];
  let length = 0;
  for (const row of rows) {
    const last = batches[batches.length - 1];
    length += row.body.length;
    if (last && length <= maxBatchLength) {
      last.push(row);
    } else {
      batches.push([row]);
      length = row.body.length;
    }
  }
  return batches;
}
