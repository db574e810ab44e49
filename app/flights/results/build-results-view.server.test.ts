import { describe, expect, test } from 'vitest';
import { formatPrice } from '#app/i18n/format/prices.ts';
import { collection, flightQuery, proposalFor, search } from '#tests/support/flights.ts';
import { searchKey } from '../model/flight-query.ts';
import { readListQuery } from '../model/list-query.ts';
import type { SearchState } from '../searches/search-database.server.ts';
import type { Search } from '../searches/searches.server.ts';
import { buildQueryView, searchFields } from '../view/build-query-view.server.ts';
import { createFlightViews } from '../view/flight-views.server.ts';
import { createPriceFormatter } from '../view/price-formatter.server.ts';
import { buildResultsView } from './build-results-view.server.ts';

const noNames = { gates: {}, airlines: {}, airports: {} };
const prices = createPriceFormatter('en', flightQuery(), { rates: {}, chosen: undefined });

/** Creates a search with `count` flights, one minute apart, each one euro more expensive than the previous one. */
function searchWith(count: number): Search {
  return search(
    collection(
      Array.from({ length: count }, (_, index) => {
        const minutes = String(index).padStart(2, '0');
        return proposalFor(`${index % 2 ? 'SV' : 'LH'} RUH 08:${minutes} FRA 12:30`, { price: 1000 + index });
      }),
    ),
  );
}

function view(results: Search, queryString = '', language: 'ar' | 'en' = 'en') {
  return buildResultsView(results, readListQuery(new URLSearchParams(queryString)), language, false);
}

/** Returns the departure minutes of the flights shown. */
const shownMinutes = (results: Search, queryString: string) =>
  view(results, queryString).cards.map(({ segments }) => Number(segments[0]?.departs.slice(3)));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('with 25 flights', () => {
  const search = searchWith(25);

  test.each([
    ['', 1, 3, range(0, 9)],
    ['page=1', 1, 3, range(0, 9)],
    ['page=2', 2, 3, range(10, 19)],
    ['page=3', 3, 3, range(20, 24)],
    ['page=4', 3, 3, range(20, 24)],
    ['page=9999', 3, 3, range(20, 24)],
    // Twelve flights match.
    ['carrier=SV', 1, 2, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]],
    ['carrier=SV&page=2', 2, 2, [21, 23]],
    ['carrier=SV&page=3', 2, 2, [21, 23]],
    ['carrier=QR&page=3', 1, 1, []],
  ])('%j shows page %d of %d', (queryString, page, pages, flights) => {
    expect(view(search, queryString)).toMatchObject({ page, pages });
    expect(shownMinutes(search, queryString)).toEqual(flights);
  });

  test('counts all flights and matching flights, and computes facets of all flights', () => {
    expect(view(search, '')).toMatchObject({ found: 25, matching: 25 });
    expect(view(search, 'carrier=SV')).toMatchObject({ found: 25, matching: 12 });
    expect(view(search, 'carrier=QR')).toMatchObject({ found: 25, matching: 0 });
    expect(view(search, 'carrier=SV').facets).toEqual(view(search, 'filters=open').facets);
    expect(view(search, 'filters=open').facets?.carriers).toHaveLength(2);
    expect(view(search, 'page=2'), 'only while the filters are open').not.toHaveProperty('facets');
  });

  test('returns the list query unchanged', () => {
    const list = readListQuery(new URLSearchParams('carrier=SV&sort=best&page=7'));
    expect(buildResultsView(search, list, 'en', false).list).toEqual(list);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [20, 2],
])('splits %d flights into %d pages', (count, pages) => {
  expect(view(searchWith(count)).pages).toBe(pages);
});

describe('the status of a search', () => {
  test.each<[SearchState, string, string]>([
    ['waiting', 'gathering', 'gathering'],
    ['gathering', 'gathering', 'gathering'],
    ['complete', 'complete', 'complete'],
    // Errors are shown only if there are no results (spec, section 8).
    ['timed_out', 'partial', 'failed'],
    ['failed', 'partial', 'failed'],
  ])('in state %s is %s with results and %s without', (state, withResults, withoutResults) => {
    expect(view({ ...searchWith(1), state }).status).toBe(withResults);
    expect(view({ ...searchWith(0), state }).status).toBe(withoutResults);
    // Filters that match no flights are not a failure.
    expect(view({ ...searchWith(1), state }, 'carrier=QR').status).toBe(withResults);
  });
});

test('says how long prices are shown', () => {
  const search = searchWith(1);
  expect(view(search)).toMatchObject({ searchId: 'search', priceLifetimeMinutes: 15 });
  expect(view({ ...search, expiresAt: search.startedAt + 5 * 60_000 }, '', 'ar').priceLifetimeMinutes).toBe(5);
});

test.each([true, false])('reports whether the data is sample data (%s)', (isSample) => {
  expect(buildResultsView(searchWith(1), readListQuery(new URLSearchParams()), 'en', isSample).isSample).toBe(isSample);
});

describe('shows the search criteria', () => {
  const query = flightQuery({ returnDate: '2027-04-09', adults: 2, children: 1, infants: 1, travelClass: 'C' });
  test('in English', () => {
    expect(buildQueryView(query, 'en', createFlightViews('en', noNames, prices))).toEqual({
      key: searchKey(query),
      origin: { code: 'RUH', city: 'Riyadh' },
      destination: { code: 'FRA', city: 'Frankfurt' },
      departDay: 'Fri 26/03/2027',
      returnDay: 'Fri 09/04/2027',
      travellers: 4,
      travelClass: 'C',
    });
  });

  test('in Arabic', () => {
    expect(buildQueryView(query, 'ar', createFlightViews('ar', noNames, prices))).toMatchObject({
      key: searchKey(query),
      origin: { code: 'RUH', city: 'الرياض' },
      destination: { code: 'FRA', city: 'فرانكفورت' },
      departDay: 'الجمعة 26/03/2027',
      returnDay: 'الجمعة 09/04/2027',
    });
  });

  test('without a return date for one-way trips', () => {
    const oneWay = buildQueryView(flightQuery(), 'en', createFlightViews('en', noNames, prices));
    expect(oneWay).not.toHaveProperty('returnDay');
    expect(oneWay.travellers).toBe(1);
  });

  test("with the supplier's name for an airport missing from our list", () => {
    const names = { ...noNames, airports: { XQX: 'Quix Field' } };
    const unlisted = buildQueryView(flightQuery({ destination: 'XQX' }), 'ar', createFlightViews('ar', names, prices));
    expect(unlisted.destination).toEqual({ code: 'XQX', city: 'Quix Field' });
  });
});

describe('fills the search form', () => {
  const query = flightQuery({ returnDate: '2027-04-09', adults: 2, children: 1, infants: 1, travelClass: 'C' });
  const fields = {
    depart_date: '2027-03-26',
    return_date: '2027-04-09',
    adults: '2',
    children: '1',
    infants: '1',
    travelClass: 'C',
  };

  test.each([
    ['en', 'Riyadh (RUH)', 'Frankfurt (FRA)'],
    ['ar', 'الرياض (RUH)', 'فرانكفورت (FRA)'],
  ] as const)('in %s', (language, origin, destination) => {
    expect(searchFields(query, language)).toEqual({ origin, destination, ...fields });
    expect(searchFields(query, language, 'USD')).toEqual({ origin, destination, ...fields, currency: 'USD' });
  });

  test('without a return date, and with the code of an unknown airport', () => {
    const filled = searchFields(flightQuery({ destination: 'XQX' }), 'ar');
    expect(filled).not.toHaveProperty('return_date');
    expect(filled.destination).toBe('XQX');
  });
});

test("shows facets with names and prices in the page's language", () => {
  const flights = collection(
    [
      proposalFor('SV RUH 08:00 FRA 12:30', { price: 1800.5, currency: 'SAR', baggage: { pieces: 1 } }),
      proposalFor('ZZ RUH 20:00 IST 23:30, ZZ IST 05:00+1 FRA 06:30+1', {
        price: 900,
        currency: 'SAR',
        warnings: [['overnight_layover']],
      }),
    ],
    { airlines: { SV: 'Saudi Arabian', ZZ: 'Zephyr Air' } },
  );
  const price = { high: formatPrice(1800.5, 'SAR', 'ar'), low: formatPrice(900, 'SAR', 'ar') };
  expect(view(search(flights), 'filters=open', 'ar').facets).toEqual({
    stops: [{ value: 0, price: price.high }],
    hours: [{ value: 9, price: price.high }],
    carriers: [
      { value: 'SV', name: 'الخطوط السعودية', price: price.high },
      { value: 'ZZ', name: 'Zephyr Air', price: price.low },
    ],
    depart: [
      { value: 'morning', price: price.high },
      { value: 'evening', price: price.low },
    ],
    arrive: [
      { value: 'morning', price: price.low },
      { value: 'afternoon', price: price.high },
    ],
    returnDepart: [],
    returnArrive: [],
    connection: [],
    terms: [],
    baggage: [
      { value: 'with', price: price.high },
      { value: 'unknown', price: price.low },
    ],
    without: ['overnight_layover'],
  });
});

describe('the itinerary for a patient', () => {
  const flights = search(
    collection([
      proposalFor('TK RUH 08:00 IST 11:30, TK IST 13:00 FRA 14:30', { price: 300 }),
      proposalFor('SV RUH 09:00 FRA 13:30', { price: 900 }),
    ]),
  );

  test('is among those that match the filters, on the first page only', () => {
    const pickOf = (queryString: string) => view(flights, queryString).patientPick?.segments[0]?.departs;
    expect(pickOf('')).toBe('09:00');
    expect(pickOf('sort=fastest')).toBe('09:00');
    expect(pickOf('carrier=TK')).toBe('08:00');
    expect(pickOf('carrier=QR')).toBeUndefined();
    expect(view(searchWith(11), 'page=2')).not.toHaveProperty('patientPick');
  });

  test('does not change the order of the list', () => {
    expect(view(flights, '').cards.map(({ segments }) => segments[0]?.departs)).toEqual(['08:00', '09:00']);
  });
});

test('prices can be shown in other currencies only if the supplier states rates', () => {
  expect(view(searchWith(1)).hasRates).toBe(false);
  const results = collection([proposalFor('SV RUH 08:00 FRA 12:30')]);
  results.add({ id: 'rates', gates: {}, airlines: {}, airports: {}, proposals: [], rates: { SAR: 25, USD: 93 } });
  expect(view(search(results), '')).toMatchObject({ hasRates: true, cards: [{ offer: { isApproximate: true } }] });
  const inDollars = view(search(results), 'currency=USD');
  expect(inDollars.cards[0]?.offer.price).toBe(formatPrice(11, 'USD', 'en'));
});

test('says so if an offer has fewer seats than the travellers need', () => {
  const offerFor = (adults: number, infants: number, seatsLeft: number) => {
    const results = search(collection([proposalFor('SV RUH 08:00 FRA 12:30', { seatsLeft })]), {
      query: flightQuery({ adults, infants }),
    });
    return view(results).cards[0]?.offer;
  };
  expect(offerFor(3, 0, 2)).toMatchObject({ seatsLeft: 2, lacksSeats: true });
  for (const offer of [offerFor(2, 1, 2), offerFor(9, 0, 9), offerFor(1, 0, 2)]) {
    expect(offer).not.toHaveProperty('lacksSeats');
    expect(offer).not.toHaveProperty('seatsLeft');
  }
});
