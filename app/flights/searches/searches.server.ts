import { setTimeout as pause } from 'node:timers/promises';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import type { Offer } from '../model/flight.ts';
import { FlightCollection } from '../model/flight-collection.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import { type BookingLink, type FlightSupplier, SupplierError } from '../suppliers/supplier.server.ts';
import { createResultPoller, isOver } from './result-poller.server.ts';
import type { SearchDatabase, SearchRow, SearchState } from './search-database.server.ts';
import { openSearchStore } from './search-store.server.ts';

/** Maximum number of flights in memory, across all searches; others are read from the database on demand. */
const maxFlightsInMemory = 10_000;
/** Maximum number of searches in memory; even an empty one takes space. */
const maxSearchesInMemory = 300;
const purgeInterval = 60_000;
/** How often a waiting page checks for first results (ms). */
const pollInterval = 100;

/** The current state of a search. */
export interface Search {
  id: string;
  query: FlightQuery;
  state: SearchState;
  /** Milliseconds since 1970. */
  startedAt: number;
  expiresAt: number;
  /** Increases whenever there are new results. */
  version: number;
  /** Empty once expired. */
  results: FlightCollection;
  /** Its offers have expired, or another supplier or version of the site has found them: the visitor has to search again. */
  isExpired: boolean;
}

export type Searches = ReturnType<typeof openSearches>;

/**
 * All searches of the site: started once for everyone with the same criteria, stored in the database, cached in memory
 * (LRU), and purged after expiry.
 */
export function openSearches({
  database,
  supplier,
  log,
  onCarriers,
  room,
  failureLifetime,
  now = Date.now,
}: {
  database: SearchDatabase;
  supplier: FlightSupplier;
  log: Log;
  /** Called with the airline codes found in results, to prefetch their logos. */
  onCarriers: (codes: Iterable<string>) => void;
  /** Disk quota for searches. */
  room?: Pick<DiskBudget, 'take'>;
  /** How long a search that ended without results is kept (ms). */
  failureLifetime?: number;
  /** The clock that searches expire by (ms since 1970). */
  now?: () => number;
}) {
  const store = openSearchStore(database, supplier, room, failureLifetime);
  /** By search id, least recently used first. */
  const memory = new Map<string, FlightCollection>();
  const poller = createResultPoller({ store, supplier, log, now }, async (id) => (await resultsOf(id)).size > 0);
  const purging = setInterval(() => {
    store.purge(now()).catch((error: unknown) => log.error({ err: error }, 'expired searches could not be deleted'));
  }, purgeInterval);
  purging.unref();

  async function resultsOf(id: string): Promise<FlightCollection> {
    const results = memory.get(id) ?? new FlightCollection();
    // Another request may have added the same chunks; the collection ignores repeats.
    for (const chunk of await store.chunksExcept(id, results.chunkIds)) {
      results.add(chunk);
      onCarriers(chunk.proposals.flatMap(({ itinerary }) => itinerary.carriers));
    }
    memory.delete(id);
    memory.set(id, results);
    evictOldest();
    return results;
  }

  function evictOldest(): void {
    let flights = 0;
    for (const results of memory.values()) flights += results.size;
    for (const [id, results] of memory) {
      if (memory.size === 1 || (flights <= maxFlightsInMemory && memory.size <= maxSearchesInMemory)) return;
      memory.delete(id);
      flights -= results.size;
    }
  }

  async function searchOf(row: SearchRow): Promise<Search> {
    const isExpired = row.expires_at <= now() || !store.isReadable(row);
    // The process that was polling it may have ended.
    if (!isOver(row.state) && !isExpired) poller.ensurePolling(row.id);
    return {
      id: row.id,
      query: JSON.parse(row.query) as FlightQuery,
      state: row.state,
      // As the machine's clock says it, which pages go by.
      startedAt: row.started_at + Date.now() - now(),
      expiresAt: row.expires_at + Date.now() - now(),
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
      const row = await store.liveByKey(searchKey(query), now());
      return row && searchOf(row);
    },

    /**
     * Begins a search, unless one for the same query is there. Names come in `language` where we have none.
     * @throws {NoRoomForSearches} where the disk has no room for it
     */
    async start(query: FlightQuery, language: Language): Promise<Search> {
      const id = await store.add(query, language, now());
      const search = await this.read(id);
      if (!search) throw new Error(`The search ${id} is gone`);
      return search;
    },

    /**
     * Lets a visitor retry a search that ended before it was complete. Its results stay available by its id.
     * @returns whether a new search will be started
     */
    async allowRetry({ id, state }: Search): Promise<boolean> {
      const isCutShort = state === 'failed' || state === 'timed_out';
      if (isCutShort) await store.releaseKey(id);
      return isCutShort;
    },

    /** A search by its id, including expired ones for a day; undefined if there is none. */
    async read(id: string): Promise<Search | undefined> {
      const row = await store.byId(id);
      return row && searchOf(row);
    },

    /**
     * A version string for caching a search's pages; undefined if there is no such search or it has no results yet.
     * Also ensures that it is being polled.
     * @param key `searchKey`
     */
    async versionOf(key: string): Promise<string | undefined> {
      const row = await store.liveByKey(key, now());
      if (!row || !memory.get(row.id)?.size) return undefined;
      if (!isOver(row.state)) poller.ensurePolling(row.id);
      return `${row.id} ${row.version}`;
    },

    /** Waits until there are results or the search has ended, for at most `longest` ms. */
    async firstResults(search: Search, timeout: number): Promise<Search> {
      const deadline = now() + timeout;
      let current = search;
      while (current.results.size === 0 && !isOver(current.state) && now() < deadline) {
        await pause(pollInterval);
        current = (await this.read(search.id)) ?? current;
      }
      return current;
    },

    /** Whether an offer cannot be booked any more, with its search or before it. */
    hasExpired: (search: Search, { expiresAt = Infinity }: Offer) => search.isExpired || expiresAt * 1000 <= now(),

    /**
     * Requests an offer's booking link from the supplier.
     * @throws {SupplierError} `not_bookable` also for an offer that is not part of the results
     */
    async bookingLink(search: Search, fareId: string, language: Language): Promise<BookingLink> {
      const row = await store.byId(search.id);
      const found = search.results.offer(fareId);
      if (!row?.cursor || !found || this.hasExpired(search, found.offer)) {
        throw new SupplierError('not_bookable', 'no such offer in this search');
      }
      try {
        return await supplier.bookingLink(row.cursor, fareId, language);
      } catch (error) {
        if (error instanceof SupplierError)
          log.warn({ search: search.id, problem: error.problem }, 'booking link request failed');
        throw error;
      }
    },

    /** Cache sizes, for a test that they stay bounded. */
    heldInMemory: () => ({
      searches: memory.size,
      flights: [...memory.values()].reduce((sum, results) => sum + results.size, 0),
    }),

    /** Stops polling and waits for requests in progress. */
    async stop(): Promise<void> {
      clearInterval(purging);
      await poller.stop();
    },
  };
}
