import { expect, test } from 'vitest';
import { flightQuery } from '#tests/support/flights.ts';
import { type FlightQuery, queryParams, searchKey } from './flight-query.ts';

test.each<[string, Partial<FlightQuery>, string]>([
  ['one way', {}, 'origin=RUH&destination=FRA&depart_date=2027-03-26&adults=1&children=0&infants=0&travelClass=Y'],
  [
    'round trip',
    { returnDate: '2027-04-09', adults: 2, children: 3, infants: 1, travelClass: 'C' },
    'origin=RUH&destination=FRA&depart_date=2027-03-26&return_date=2027-04-09&adults=2&children=3&infants=1&travelClass=C',
  ],
])('a search (%s) has one URL, which includes all defaults', (_, changes, address) => {
  expect(queryParams(flightQuery(changes)).toString()).toBe(address);
  expect(searchKey(flightQuery(changes))).toBe(address);
});

test('the key does not depend on property order', () => {
  const query = flightQuery({ returnDate: '2027-04-09' });
  const reversed = Object.fromEntries(Object.entries(query).reverse()) as unknown as FlightQuery;
  expect(Object.keys(reversed)).not.toEqual(Object.keys(query));
  expect(searchKey(reversed)).toBe(searchKey(query));
});

test('different searches have different keys', () => {
  const changes: Partial<FlightQuery>[] = [
    {},
    { origin: 'JED' },
    { destination: 'MUC' },
    { origin: 'FRA', destination: 'RUH' },
    { departDate: '2027-03-27' },
    { returnDate: '2027-03-26' },
    { returnDate: '2027-03-27' },
    { adults: 2 },
    { children: 1 },
    { infants: 1 },
    { travelClass: 'W' },
  ];
  expect(new Set(changes.map((change) => searchKey(flightQuery(change)))).size).toBe(changes.length);
});
