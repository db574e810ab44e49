import { describe, expect, test } from 'vitest';
import { collection, flightQuery, proposalFor, search } from '#tests/support/flights.ts';
import { FlightCollection } from '../model/flight-collection.ts';
import { searchKey } from '../model/flight-query.ts';
import { buildFlightPageView } from './build-flight-page-view.server.ts';
import { emptyFlightPage } from './flight-page-view.ts';

const id = 'RUH-FRA 08:00';
const found = search(
  collection(
    [
      proposalFor('SV RUH 08:00 FRA 12:30', { gateId: 'a', price: 1700 }, { gateId: 'b', price: 1600 }),
      proposalFor('TK RUH 08:00 IST 11:30, TK IST 13:00 FRA 14:30', { gateId: 'b', price: 900 }),
      proposalFor('LH RUH 02:00 FRA 06:30', { price: 500 }),
    ],
    { gates: { a: 'City.Travel', b: 'Trip.com' } },
  ),
);

test('shows all itineraries and offers, best first', () => {
  const view = buildFlightPageView(found, { id }, 'en', false);
  expect(view).toMatchObject({
    status: 200,
    searchId: 'search',
    query: { key: searchKey(flightQuery()), origin: { city: 'Riyadh' }, destination: { city: 'Frankfurt' } },
    priceLifetimeMinutes: 15,
  });
  expect(view).not.toHaveProperty('problem');
  expect(
    view.itineraries.map(({ segments, partners }) => [
      segments[0]?.legs.length,
      partners.flatMap(({ fares }) => fares.flat().map(({ gate }) => gate)),
    ]),
  ).toEqual([
    [2, ['Trip.com']],
    [1, ['Trip.com', 'City.Travel']],
  ]);
});

test('shows names and dates in Arabic', () => {
  expect(buildFlightPageView(found, { id }, 'ar', false)).toMatchObject({
    query: { origin: { city: 'الرياض' }, departDay: 'الجمعة 26/03/2027' },
    itineraries: [{ segments: [{ from: { city: 'الرياض' } }] }, {}],
  });
});

test('shows the itinerary chosen in the list first', () => {
  const [, second] = buildFlightPageView(found, { id }, 'en', false).itineraries;
  const view = buildFlightPageView(found, { id, itineraryId: second?.id }, 'en', false);
  expect(view.itineraries.map(({ segments }) => segments[0]?.legs.length)).toEqual([1, 2]);
  expect(
    buildFlightPageView(found, { id, itineraryId: 'none' }, 'en', false).itineraries[0]?.segments[0]?.legs,
  ).toHaveLength(2);
});

test.each([true, false])('reports whether the data is sample data in every outcome (%s)', (isSample) => {
  for (const view of [
    buildFlightPageView(found, { id }, 'en', isSample),
    buildFlightPageView(found, { id: 'x' }, 'en', isSample),
    buildFlightPageView(undefined, { id }, 'en', isSample),
  ]) {
    expect(view.isSample).toBe(isSample);
  }
});

describe('without a flight, shows only the search criteria, if known:', () => {
  const query = expect.objectContaining({ key: searchKey(flightQuery()) }) as unknown;

  test.each(['RUH-FRA 09:00', '', 'constructor', '__proto__'])('status 404 for an unknown flight (%j)', (other) => {
    expect(buildFlightPageView(found, { id: other }, 'en', false)).toEqual({
      ...emptyFlightPage,
      status: 404,
      problem: 'gone',
      query,
    });
  });

  test('status 410 once the offers have expired', () => {
    const expired = { ...found, results: new FlightCollection(), isExpired: true };
    expect(buildFlightPageView(expired, { id }, 'en', false)).toEqual({
      ...emptyFlightPage,
      status: 410,
      problem: 'expired',
      query,
    });
  });

  test('status 410 for an unknown search', () => {
    expect(buildFlightPageView(undefined, { id }, 'en', false)).toEqual({
      ...emptyFlightPage,
      status: 410,
      problem: 'expired',
    });
  });
});
