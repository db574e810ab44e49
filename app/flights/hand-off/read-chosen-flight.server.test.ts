import { expect, test } from 'vitest';
import { collection, flightQuery, proposalFor, search } from '#tests/support/flights.ts';
import { searchKey } from '../model/flight-query.ts';
import { requestUrl } from '../model/request-url.ts';
import type { Search } from '../searches/searches.server.ts';
import { readChosenFlight } from './read-chosen-flight.server.ts';

const proposal = proposalFor('TK RUH 22:00 IST 01:30+1, TK IST 08:00+1 FRA 10:30+1', { gateId: 'a', price: 2418.5 });
const [fare] = proposal.offers;
const found = search(collection([proposal], { gates: { a: 'City.Travel' } }));

const searchesWith = (known: Search | undefined, isSample = false) => ({
  isSample,
  read: (id: string) => Promise.resolve(id === 'search' ? known : undefined),
});
const params = { searchId: 'search', fareId: fare?.fareId ?? '' };

test('describes the flight, its price, seller and time in words that need no translation', async () => {
  const { query, flight } = await readChosenFlight(searchesWith(found), params);
  expect(query).toEqual(flightQuery());
  expect(flight).toMatchObject({
    lines: [
      expect.stringMatching(/^TK 100 · 2027-03-26 · RUH 22:00 → IST 2027-03-27 01:30$/),
      expect.stringMatching(/^TK 100 · 2027-03-27 · IST 08:00 → FRA 10:30$/),
    ],
    price: `2,418.50 ${fare?.currency}`,
    seller: 'City.Travel',
    seenAt: found.startedAt,
    isSample: false,
  });
});

test('says that a flight is a sample', async () => {
  expect((await readChosenFlight(searchesWith(found, true), params)).flight?.isSample).toBe(true);
});

test('returns the criteria of a search whose offers have expired', async () => {
  const expired = { ...found, isExpired: true, results: collection([]) };
  expect(await readChosenFlight(searchesWith(expired), params)).toEqual({ query: flightQuery() });
});

test.each([
  { searchId: null, fareId: 'x' },
  { searchId: 'forgotten', fareId: params.fareId },
])('returns nothing for %j', async (unknown) => {
  expect(await readChosenFlight(searchesWith(found), unknown)).toEqual({});
});

test('the URL of the form also contains the search criteria', () => {
  const key = searchKey(flightQuery());
  const url = requestUrl('ar', key, { searchId: 'a b', fareId: '1' });
  expect(url).toBe(`/ar/book-flight?${key}&search=a+b&offer=1`);
  expect(requestUrl('en', '')).toBe('/en/book-flight');
});
