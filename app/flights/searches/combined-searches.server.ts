import type { Language } from '#app/i18n/languages.ts';
import type { CurrencyRates } from '../model/currency.ts';
import type { Flight, Names } from '../model/flight.ts';
import type { FlightCollection } from '../model/flight-collection.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import { searchParts } from '../model/search-parts.ts';
import type { SearchState } from './search-database.server.ts';
import type { ReadVisitor, Search, Searches } from './searches.server.ts';
import { waitForFirstResults } from './wait-for-first-results.server.ts';

/**
 * The searches for one set of criteria as one list. Each flight belongs to the search that found it: its page and its
 * offers are requested with the id of that search, because fare ids are unique only within a search.
 */
export interface CombinedSearch extends ListedSearch {
  parts: readonly Search[];
}

/** One or several searches as one list. */
export interface ListedSearch extends Omit<Search, 'results' | 'isExpired'> {
  results: Pick<FlightCollection, 'flights' | 'names' | 'rates' | 'leftOut' | 'size'>;
  /** Returns the id of the search that found a flight; missing if there is only one search. */
  searchIdOf?(flight: Flight): string;
}

/** Finds and starts the searches that cover a set of criteria. All visitors share them, like any other search. */
export function combinedSearches(searches: Searches) {
  const findParts = (query: FlightQuery) => Promise.all(searchParts(query).map((part) => searches.find(part)));

  return {
    isSample: searches.isSample,

    /** Finds the searches for the same criteria; undefined unless all of them exist. */
    async find(query: FlightQuery): Promise<CombinedSearch | undefined> {
      const parts = (await findParts(query)).filter((part) => part !== undefined);
      return parts.length === searchParts(query).length ? combineSearches(query, parts) : undefined;
    },

    /** Returns the number of searches that {@link start} would start. */
    async missingParts(query: FlightQuery): Promise<number> {
      return (await findParts(query)).filter((part) => part === undefined).length;
    },

    /**
     * Starts the searches that are missing.
     * @throws {SearchStorageFullError} if the disk budget is exhausted
     */
    async start(query: FlightQuery, language: Language, readVisitor?: ReadVisitor): Promise<CombinedSearch> {
      return combineSearches(
        query,
        await Promise.all(searchParts(query).map((part) => searches.start(part, language, readVisitor))),
      );
    },

    /**
     * Lets a visitor retry what failed or ended early.
     * @returns true if the next start for the same criteria begins a new search
     */
    async allowRetry({ parts }: CombinedSearch): Promise<boolean> {
      const allowed = await Promise.all(parts.map((part) => searches.allowRetry(part)));
      return allowed.includes(true);
    },

    /** Waits until a search has results or all have ended. @param timeout maximum wait (ms) */
    async waitForFirstResults(search: CombinedSearch, timeout: number): Promise<CombinedSearch> {
      const [only] = search.parts;
      if (only && search.parts.length === 1) {
        return combineSearches(search.query, [await searches.waitForFirstResults(only, timeout)]);
      }
      const read = async ({ query, parts }: CombinedSearch) =>
        combineSearches(query, await Promise.all(parts.map(async (part) => (await searches.read(part.id)) ?? part)));
      return waitForFirstResults(search, read, { timeout, now: searches.now });
    },
  };
}

/** Combines searches into one list, which has flights as soon as any of them does. */
function combineSearches(query: FlightQuery, parts: readonly Search[]): CombinedSearch {
  const [only] = parts;
  if (only && parts.length === 1) return { ...only, parts };
  const searchIds = findSearchIds(parts);
  const flights = [...searchIds.keys()];
  // A failed search expires within seconds, but the offers of the others do not.
  const withFlights = parts.filter(({ results }) => results.size > 0);
  const firstToExpire = (withFlights.length > 0 ? withFlights : parts).reduce((first, part) =>
    part.expiresAt < first.expiresAt ? part : first,
  );
  return {
    id: parts.map(({ id }) => id).join('.'),
    query,
    parts,
    state: stateOf(parts),
    problem: parts.find(({ problem }) => problem !== null)?.problem ?? null,
    startedAt: firstToExpire.startedAt,
    expiresAt: firstToExpire.expiresAt,
    version: parts.reduce((sum, { version }) => sum + version, 0),
    results: {
      flights: () => flights,
      names: mergeNames(parts),
      rates: mergeRates(parts),
      leftOut: parts.reduce((sum, { results }) => sum + results.leftOut, 0),
      size: flights.length,
    },
    searchIdOf: (flight) => searchIds.get(flight) ?? '',
  };
}

/** Returns the id of the search that found each flight. */
function findSearchIds(parts: readonly Search[]): Map<Flight, string> {
  const searchIds = new Map<Flight, string>();
  const seen = new Set<string>();
  for (const { id, results } of parts) {
    for (const flight of results.flights()) {
      // A supplier may treat an airport's code as that of its city, so two searches may find the same flight.
      if (seen.has(flight.id)) continue;
      seen.add(flight.id);
      searchIds.set(flight, id);
    }
  }
  return searchIds;
}

function mergeNames(parts: readonly Search[]): Names {
  const merge = (kind: keyof Names) =>
    Object.fromEntries(parts.flatMap(({ results }) => Object.entries(results.names[kind] ?? {})));
  return {
    ...{ gates: merge('gates'), airlines: merge('airlines') },
    ...{ airports: merge('airports'), cities: merge('cities') },
  };
}

/** Keeps the lowest rate of each currency, as within one search, so that no price is shown too low. */
function mergeRates(parts: readonly Search[]): CurrencyRates {
  const all = parts.flatMap(({ results }) => Object.entries(results.rates));
  // The lowest rate of a currency comes last and replaces the others.
  return Object.fromEntries(all.sort(([, rate], [, other]) => other - rate));
}

/** Results are still arriving while any search is running; they are complete once those of all searches are. */
function stateOf(parts: readonly Search[]): SearchState {
  const states = parts.map(({ state }) => state);
  return (
    (['gathering', 'waiting', 'failed', 'timed_out'] as const).find((state) => states.includes(state)) ?? 'complete'
  );
}
