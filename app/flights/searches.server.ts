import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#app/i18n/languages.ts';
import type { Log } from '#app/log.server.ts';
import { FlightCollection } from './flight-collection.ts';
import { searchKey, type FlightQuery } from './flight-query.ts';
import { isOver, openGatherer } from './gathering.server.ts';
import type { SearchDatabase, SearchRow, SearchState } from './search-database.server.ts';
import { openSearchStore, searchTiming, type SearchTiming } from './search-store.server.ts';
import { SupplierError, type BookingLink, type FlightSupplier } from './supplier.server.ts';

/** How many flights stay in memory, of all searches together; more are read from the database when they are wanted. */
const mostFlightsInMemory = 10_000;
/** And of how many searches: an empty one takes room, too. */
const mostInMemory = 300;
const purgeEvery = 60_000;
/** How often a page that waits looks whether there is something to show. */
const lookEvery = 100;

/** A search as it stands. */
export interface Search {
  id: string;
  query: FlightQuery;
  state: SearchState;
  /** Milliseconds since 1970. */
  startedAt: number;
  expiresAt: number;
  /** Changes whenever there is something new. */
  version: number;
  /** Empty once the search has expired. */
  results: FlightCollection;
  /** Its offers live no longer: to be searched for again. */
  isExpired: boolean;
}

export type Searches = ReturnType<typeof openSearches>;

/**
 * Every search of the site: begun once for all who search for the same, kept in the database with its results in memory
 * in front, and forgotten when its offers live no longer.
 */
export function openSearches({
  database,
  supplier,
  log,
  onCarriers,
  timing = searchTiming,
}: {
  database: SearchDatabase;
  supplier: FlightSupplier;
  log: Log;
  /** Told of the airlines that results name: their logos may be asked for. */
  onCarriers: (codes: Iterable<string>) => void;
  timing?: SearchTiming;
}) {
  const store = openSearchStore(database, timing);
  /** By search; those that were asked for last are at the end. */
  const memory = new Map<string, { results: FlightCollection; chunksRead: number }>();
  const gatherer = openGatherer({ store, supplier, timing, log }, async (id) => (await resultsOf(id)).size > 0);
  const purging = setInterval(() => {
    store.purge(Date.now()).catch((error: unknown) => log.error({ err: error }, 'old searches could not be deleted'));
  }, purgeEvery);
  purging.unref();

  async function resultsOf(id: string): Promise<FlightCollection> {
    const known = memory.get(id) ?? { results: new FlightCollection(), chunksRead: 0 };
    const { chunks, last } = await store.chunksAfter(id, known.chunksRead);
    // Another request may have read them meanwhile; the collection knows which it has.
    for (const chunk of chunks) {
      known.results.add(chunk);
      onCarriers(chunk.proposals.flatMap(({ itinerary }) => itinerary.carriers));
    }
    known.chunksRead = Math.max(known.chunksRead, last);
    memory.delete(id);
    memory.set(id, known);
    forgetOldest();
    return known.results;
  }

  function forgetOldest(): void {
    let flights = 0;
    for (const { results } of memory.values()) flights += results.size;
    for (const [id, { results }] of memory) {
      if (memory.size === 1 || (flights <= mostFlightsInMemory && memory.size <= mostInMemory)) return;
      memory.delete(id);
      flights -= results.size;
    }
  }

  async function searchOf(row: SearchRow): Promise<Search> {
    const isExpired = row.expires_at <= Date.now();
    // Whoever saw to it may be gone, with the process that it ran in.
    if (!isOver(row.state) && !isExpired) gatherer.see(row.id);
    return {
      id: row.id,
      query: JSON.parse(row.query) as FlightQuery,
      state: row.state,
      startedAt: row.started_at,
      expiresAt: row.expires_at,
      version: row.version,
      results: isExpired ? new FlightCollection() : await resultsOf(row.id),
      isExpired,
    };
  }

  return {
    /** Its flights are made up. */
    isSample: supplier.isSample,

    /** The search that others have begun for the same query and whose offers live. */
    async find(query: FlightQuery): Promise<Search | undefined> {
      const row = await store.liveByKey(searchKey(query), Date.now());
      return row && searchOf(row);
    },

    /** Begins a search, unless one for the same query is there. Names come in `language` where we have none. */
    async begin(query: FlightQuery, language: Language): Promise<Search> {
      const id = await store.add(query, language, Date.now());
      const search = await this.read(id);
      if (!search) throw new Error(`The search ${id} is gone`);
      return search;
    },

    /**
     * Lets the same be searched for anew, because a visitor asks to: where the search ended before it was complete. Its
     * results stay for those who have its id.
     * @returns whether it was so
     */
    async giveUp({ id, state }: Search): Promise<boolean> {
      const isCutShort = state === 'failed' || state === 'timed_out';
      if (isCutShort) await store.releaseKey(id);
      return isCutShort;
    },

    /** A search by its id, also an expired one for a day; undefined where there is none. */
    async read(id: string): Promise<Search | undefined> {
      const row = await store.byId(id);
      return row && searchOf(row);
    },

    /**
     * What the pages of a search show now, as a name that changes with it; undefined where there is no such search, or it
     * has nothing to show yet.
     * @param key `searchKey`
     */
    async versionOf(key: string): Promise<string | undefined> {
      const row = await store.liveByKey(key, Date.now());
      if (!row || !memory.get(row.id)?.results.size) return undefined;
      if (!isOver(row.state)) gatherer.see(row.id);
      return `${row.id} ${row.version}`;
    },

    /** Waits until there is something to show or the search is over, but no longer than this (ms). */
    async firstResults(search: Search, longest: number): Promise<Search> {
      const until = Date.now() + longest;
      let current = search;
      while (current.results.size === 0 && !isOver(current.state) && Date.now() < until) {
        await pause(lookEvery);
        current = (await this.read(search.id)) ?? current;
      }
      return current;
    },

    /**
     * Where an offer of the search is booked, asked for at this moment.
     * @throws {SupplierError} `not_bookable` also for an offer that no answer of the search held
     */
    async bookingLink(search: Search, urlId: string, language: Language): Promise<BookingLink> {
      const row = await store.byId(search.id);
      if (!row?.supplier_id || search.isExpired || !search.results.offer(urlId)) {
        throw new SupplierError('not_bookable', 'no such offer in this search');
      }
      try {
        return await supplier.bookingLink(row.supplier_id, urlId, language);
      } catch (error) {
        if (error instanceof SupplierError) log.warn({ search: search.id, problem: error.problem }, 'no booking link');
        throw error;
      }
    },

    /** How much is in memory: a test holds that it stays bounded. */
    heldInMemory: () => ({
      searches: memory.size,
      flights: [...memory.values()].reduce((sum, { results }) => sum + results.size, 0),
    }),

    /** Takes no further step, so that the process can go. */
    async close(): Promise<void> {
      clearInterval(purging);
      await gatherer.stop();
      await database.destroy();
    },
  };
}
