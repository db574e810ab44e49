import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#app/log/log.server.ts';
import type { Flight } from '../model/flight.ts';
import { type FlightCollection, offersOf } from '../model/flight-collection.ts';
import { hasExpired } from '../model/has-expired.ts';
import { type FlightSupplier, isSupplierError, type RequestContext } from '../suppliers/supplier.server.ts';
import type { SearchStore } from './search-store.server.ts';

/** How long a flight's page waits for its fares (ms). Fares that arrive later are shown when it is opened again. */
const timeout = 5_000;

/** A search with its results, which are empty if it has expired. */
interface LoadedSearch {
  id: string;
  results: FlightCollection;
}

/**
 * Requests a flight's fares once for all visitors, and again after some of its offers have expired. They are stored like
 * any other results of the search.
 */
export function createFlightFares({
  store,
  supplier,
  log,
  now,
}: {
  store: Pick<SearchStore, 'byId' | 'addChunk'>;
  supplier: FlightSupplier;
  log: Log;
  now: () => number;
}) {
  /** Requests in progress, by search and chunk. */
  const requests = new Map<string, Promise<void>>();

  /** Returns the flight to request and the id of the chunk for its fares; undefined if there is nothing to request. */
  function findMissing(search: LoadedSearch, flightId: string): { flight: Flight; chunkId: string } | undefined {
    const flight = search.results.flight(flightId);
    if (!supplier.fares || !flight) return undefined;
    const prefix = `fares ${flightId} `;
    const requested = [...search.results.chunkIds].filter((id) => id.startsWith(prefix)).length;
    if (requested > 0 && !offersOf(flight).some((offer) => hasExpired(offer, now()))) return undefined;
    return { flight, chunkId: `${prefix}${requested}` };
  }

  /** Requests and stores fares. A failure is only logged: the page shows the offers that it has. */
  async function load(search: LoadedSearch, flight: Flight, chunkId: string, context: RequestContext): Promise<void> {
    try {
      const cursor = (await store.byId(search.id))?.cursor;
      if (!supplier.fares || !cursor) return;
      await store.addChunk(search.id, { id: chunkId, ...(await supplier.fares(cursor, flight, context)) });
    } catch (error) {
      const problem = isSupplierError(error) ? error.problem : 'fault';
      log.warn({ search: search.id, problem, err: error }, 'The fares of a flight could not be requested');
    }
  }

  return {
    /** Whether the supplier has to be asked for a flight's fares. */
    areMissing: (search: LoadedSearch, flightId: string) => findMissing(search, flightId) !== undefined,

    /** Requests the fares that a flight lacks, and waits for them briefly. */
    async request(search: LoadedSearch, flightId: string, context: RequestContext): Promise<void> {
      const found = findMissing(search, flightId);
      if (!found) return;
      const key = `${search.id} ${found.chunkId}`;
      const request =
        requests.get(key) ??
        load(search, found.flight, found.chunkId, context).finally(() => {
          requests.delete(key);
        });
      requests.set(key, request);
      await Promise.race([request, pause(timeout, undefined, { ref: false })]);
    },

    /** Waits for requests in progress. */
    async stop(): Promise<void> {
      await Promise.all(requests.values());
    },
  };
}
