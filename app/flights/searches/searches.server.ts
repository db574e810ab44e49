import { runInSlices, type Steps } from '#app/clock/time-slices.ts';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { Chunk, Offer } from '../model/flight.ts';
import { FlightCollection, offersOf } from '../model/flight-collection.ts';
import { type FlightQuery, searchKey } from '../model/flight-query.ts';
import { hasExpired as hasOfferExpired } from '../model/has-expired.ts';
import {
  type BookingLink,
  type FlightSupplier,
  isSupplierError,
  type RequestContext,
  SupplierError,
} from '../suppliers/supplier.server.ts';
import type { Visitor } from '../suppliers/visitor.ts';
import { createFlightFares } from './flight-fares.server.ts';
import { createResultPoller, hasEnded } from './result-poller.server.ts';
import type { SearchDatabase, SearchProblem, SearchRow, SearchState } from './search-database.server.ts';
import { openSearchStore } from './search-store.server.ts';
import { waitForFirstResults } from './wait-for-first-results.server.ts';

/** Maximum number of flights in memory across all searches. Evicted searches are read from the database on demand. */
const maxFlightsInMemory = 10_000;
/** Maximum number of searches in memory, because even an empty search takes up space. */
const maxSearchesInMemory = 300;
const purgeInterval = 60_000;

/** Returns the visitor who sent a request. Called only if the supplier needs to know. */
export type ReadVisitor = () => Visitor | undefined;
const nobody: ReadVisitor = () => undefined;

/** The current state of a search. */
export interface Search {
  id: string;
  query: FlightQuery;
  state: SearchState;
  /** Why the search failed or lacks part of what partners sent; null if there was no problem. */
  problem: SearchProblem | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  expiresAt: number;
  /** Increases whenever there are new results. */
  version: number;
  /** Empty once expired. */
  results: FlightCollection;
  /** The offers have expired, or come from another supplier or chunk version: the visitor has to search again. */
  isExpired: boolean;
}

export type Searches = ReturnType<typeof openSearches>;

/**
 * Opens all searches of the site. A search is shared by all visitors with the same criteria, stored in the database,
 * cached in memory (LRU), and purged after it expires.
 */
export function openSearches({
  database,
  supplier,
  log,
  onCarriers,
  diskBudget,
  failureLifetime,
  now = Date.now,
}: {
  database: SearchDatabase;
  supplier: FlightSupplier;
  log: Log;
  /** Called with the airline codes found in results, to prefetch their logos. */
  onCarriers: (codes: Iterable<string>) => void;
  /** Disk space for searches; unlimited if absent. */
  diskBudget?: Pick<DiskBudget, 'take'>;
  /** Lifetime of a search that ended without results (ms). */
  failureLifetime?: number;
  /** Clock that determines expiry (ms since 1970). */
  now?: () => number;
}) {
  const store = openSearchStore(database, supplier, diskBudget, failureLifetime);
  /** By search id, least recently used first. */
  const cache = new Map<string, FlightCollection>();
  /** The most recently queued load of each search, until it has finished. */
  const loading = new Map<string, Promise<void>>();
  /** The visitors of searches that are about to start, by search id: kept only in memory, and only until they start. */
  const visitors = new Map<string, Visitor>();
  const poller = createResultPoller(
    { store, supplier, visitors, log, now },
    async (id) => (await loadResults(id)).size > 0,
  );
  const purgeTimer = setInterval(() => {
    store.purge(now()).catch((error: unknown) => log.error({ err: error }, 'Expired searches could not be deleted'));
  }, purgeInterval);
  purgeTimer.unref();

  /**
   * Runs the loads of a search one after another. Merging yields to the event loop, so a second load could otherwise
   * start before the first has finished, and merge the same chunks again.
   */
  function loadResults(id: string): Promise<FlightCollection> {
    const loaded = (loading.get(id) ?? Promise.resolve()).then(() => mergeNewChunks(id));
    // The next load runs whether or not this one succeeds.
    const ended = loaded.then(
      () => undefined,
      () => undefined,
    );
    loading.set(id, ended);
    void ended.then(() => {
      if (loading.get(id) === ended) loading.delete(id);
    });
    return loaded;
  }

  async function mergeNewChunks(id: string): Promise<FlightCollection> {
    const results = cache.get(id) ?? new FlightCollection();
    const chunks = await runInSlices(parseChunks(await store.chunksExcept(id, results.chunkIds)));
    for (const chunk of chunks) {
      results.add(chunk);
      onCarriers(chunk.proposals.flatMap(({ itinerary }) => itinerary.carriers));
    }
    if (chunks.length > 0) await runInSlices(results.build());
    cache.delete(id);
    cache.set(id, results);
    evictLeastRecentlyUsed();
    return results;
  }

  function evictLeastRecentlyUsed(): void {
    let flights = 0;
    for (const results of cache.values()) flights += results.size;
    for (const [id, results] of cache) {
      if (cache.size === 1 || (flights <= maxFlightsInMemory && cache.size <= maxSearchesInMemory)) return;
      cache.delete(id);
      flights -= results.size;
    }
  }

  async function toSearch(row: SearchRow): Promise<Search> {
    const isExpired = row.expires_at <= now() || !store.isReadable(row);
    // The process that polled this search may have ended.
    if (!hasEnded(row.state) && !isExpired) poller.ensurePolling(row.id);
    return {
      id: row.id,
      query: JSON.parse(row.query) as FlightQuery,
      state: row.state,
      problem: row.problem,
      // Converted to the system clock, which pages use.
      startedAt: row.started_at + Date.now() - now(),
      expiresAt: row.expires_at + Date.now() - now(),
      version: row.version,
      results: isExpired ? new FlightCollection() : await loadResults(row.id),
      isExpired,
    };
  }

  function contextOf(language: Language, readVisitor: ReadVisitor): RequestContext {
    return { language, ...(supplier.needsVisitor && { visitor: readVisitor() }) };
  }

  /** Whether an offer can no longer be booked. An offer may expire before its search. */
  function hasExpired(search: Search, offer: Offer): boolean {
    return search.isExpired || hasOfferExpired(offer, now());
  }

  const fares = createFlightFares({ store, supplier, log, now });

  return {
    /** Whether the supplier delivers sample flights. */
    isSample: supplier.isSample,

    /** The clock that determines expiry (ms since 1970). */
    now,

    /** Finds an unexpired search for the same query, started by any visitor. */
    async find(query: FlightQuery): Promise<Search | undefined> {
      const row = await store.liveByKey(searchKey(query), now());
      return row && toSearch(row);
    },

    /**
     * Starts a search, or returns the existing one for the same query.
     * @param language language of the supplier's names, which are used where our own lists have none
     * @throws {SearchStorageFullError} if the disk budget is exhausted
     */
    async start(query: FlightQuery, language: Language, readVisitor = nobody): Promise<Search> {
      // The visitor is registered under the new id before any other request can find the search and start it.
      const candidate = newId();
      const { visitor } = contextOf(language, readVisitor);
      if (visitor) visitors.set(candidate, visitor);
      let id: string | undefined;
      try {
        id = await store.add(query, language, now(), candidate);
      } finally {
        if (id !== candidate) visitors.delete(candidate);
      }
      const search = await this.read(id);
      if (!search) throw new Error(`Search ${id} disappeared after it was started`);
      return search;
    },

    /**
     * Lets a visitor retry a search that lacks part of what partners sent, ended early, or has expired offers. Its
     * results stay available by its id.
     * @returns true if the next start for the same criteria begins a new search
     */
    async allowRetry(search: Search): Promise<boolean> {
      const { id, state, problem, results } = search;
      const isIncomplete = state === 'failed' || state === 'timed_out' || (state === 'complete' && problem !== null);
      const mayRetry =
        isIncomplete ||
        results
          .flights()
          .flatMap(offersOf)
          .some((offer) => hasExpired(search, offer));
      if (mayRetry) await store.releaseKey(id);
      return mayRetry;
    },

    /** Reads a search by its id; undefined if there is none. Expired searches stay readable for a day. */
    async read(id: string): Promise<Search | undefined> {
      const row = await store.byId(id);
      return row && toSearch(row);
    },

    /**
     * Returns a version string for caching a search's pages; undefined if there is no such search or it has no results
     * in memory. Also ensures that the search is polled until it ends.
     * @param key `searchKey`
     */
    async versionOf(key: string): Promise<string | undefined> {
      const row = await store.liveByKey(key, now());
      if (!row || !cache.get(row.id)?.size) return undefined;
      if (!hasEnded(row.state)) poller.ensurePolling(row.id);
      return `${row.id} ${row.version}`;
    },

    /** Waits until the search has results or has ended. @param timeout maximum wait (ms) */
    waitForFirstResults(search: Search, timeout: number): Promise<Search> {
      const read = async (current: Search) => (await this.read(current.id)) ?? current;
      return waitForFirstResults(search, read, { timeout, now });
    },

    hasExpired,

    /** Whether the supplier has to be asked for a flight's fares, because it delivers them only on demand. */
    lacksFares: fares.areMissing,

    /**
     * Requests the fares that a flight lacks, once for all visitors, and waits for them briefly.
     * @returns the search, with the fares if they have arrived in time
     */
    async loadFares(search: Search, flightId: string, language: Language, readVisitor = nobody): Promise<Search> {
      await fares.request(search, flightId, contextOf(language, readVisitor));
      return (await this.read(search.id)) ?? search;
    },

    /**
     * Requests an offer's booking link from the supplier.
     * @throws {SupplierError} with `not_bookable` if the offer has expired or is not part of the results; with
     *   `expired` if its link has expired
     */
    async bookingLink(search: Search, fareId: string, language: Language, readVisitor = nobody): Promise<BookingLink> {
      const row = await store.byId(search.id);
      const match = search.results.offer(fareId);
      if (!row?.cursor || !match || match.offer.onRequest || hasExpired(search, match.offer)) {
        throw new SupplierError('not_bookable', 'The search has no bookable offer with this fare id');
      }
      try {
        const link = await supplier.bookingLink(row.cursor, fareId, contextOf(language, readVisitor));
        if (link.expiresAt !== undefined && link.expiresAt * 1000 <= now())
          throw new SupplierError('expired', 'The booking link has expired');
        return link;
      } catch (error) {
        if (isSupplierError(error))
          log.warn({ search: search.id, problem: error.problem }, 'Booking link request failed');
        // The supplier has forgotten the search, so the next request starts a new one.
        if (isSupplierError(error) && error.problem === 'expired') await store.releaseKey(search.id);
        throw error;
      }
    },

    /** Numbers of searches and flights in memory, for tests of their limits. */
    cacheSizes: () => ({
      searches: cache.size,
      flights: [...cache.values()].reduce((sum, results) => sum + results.size, 0),
    }),

    /** Stops polling and waits for requests in progress. */
    async stop(): Promise<void> {
      clearInterval(purgeTimer);
      await poller.stop();
      await fares.stop();
    },
  };
}

function* parseChunks(bodies: readonly string[]): Steps<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const body of bodies) {
    chunks.push(JSON.parse(body) as Chunk);
    yield;
  }
  return chunks;
}
