import { expect, test } from 'vitest';
import type { FlightQuery } from '../model/flight-query.ts';
import { searchParts } from '../model/search-parts.ts';
import { combinedSearches } from './combined-searches.server.ts';
import type { Search, Searches } from './searches.server.ts';

const query: FlightQuery = {
  origin: 'RUH',
  destination: 'DE-ALL',
  departDate: '2027-01-05',
  adults: 1,
  children: 0,
  infants: 0,
  travelClass: 'Y',
};

/** Combines searches that exist, one for each of these lifetimes and numbers of flights, in turn. */
async function combine(...kinds: { expiresAt: number; flightCount: number }[]) {
  const parts = searchParts(query).map((part, index): Search => {
    const { expiresAt = 0, flightCount = 0 } = kinds[index % kinds.length] ?? {};
    const flights = Array.from({ length: flightCount }, (_, number) => ({ id: `${index} ${number}` }));
    const results = { flights: () => flights, names: {}, rates: {}, size: flightCount } as unknown as Search['results'];
    const state = flightCount > 0 ? 'complete' : 'failed';
    return {
      ...{ id: String(index), query: part, state, problem: null, startedAt: 1, expiresAt, version: 1 },
      ...{ results, isExpired: false },
    };
  });
  const byPlaces = new Map(parts.map((part) => [part.query.origin + part.query.destination, part]));
  const searches = {
    find: ({ origin, destination }: FlightQuery) => Promise.resolve(byPlaces.get(origin + destination)),
  };
  return combinedSearches(searches as unknown as Searches).find(query);
}

test('offers expire with the first search that has some, not with one that has failed', async () => {
  expect(searchParts(query).length).toBeGreaterThan(2);
  const [failed, short, long] = [
    { expiresAt: 15, flightCount: 0 },
    { expiresAt: 900, flightCount: 1 },
    { expiresAt: 1000, flightCount: 2 },
  ];
  expect(await combine(failed, long, short)).toMatchObject({ expiresAt: 900 });
  expect(await combine(failed, long)).toMatchObject({ expiresAt: 1000 });
  expect(await combine(failed)).toMatchObject({ expiresAt: 15 });
});
