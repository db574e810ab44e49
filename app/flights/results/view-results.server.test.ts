import { describe, expect, test } from 'vitest';
import { formatPrice } from '#app/i18n/format/prices.ts';
import { collection, flightQuery, search, sold } from '#tests/support/flights.ts';
import { searchKey } from '../model/flight-query.ts';
import { readListQuery } from '../model/list-query.ts';
import type { SearchState } from '../searches/search-database.server.ts';
import type { Search } from '../searches/searches.server.ts';
import { flightViews } from '../view/view-flight.server.ts';
import { viewQuery } from '../view/view-query.server.ts';
import { viewResults } from './view-results.server.ts';

const noNames = { gates: {}, airlines: {}, airports: {} };

/** `count` flights a minute apart, each a euro more expensive than the previous one. */
function many(count: number): Search {
  return search(
    collection(
      Array.from({ length: count }, (_, index) => {
        const minutes = String(index).padStart(2, '0');
        return sold(`${index % 2 ? 'SV' : 'LH'} RUH 08:${minutes} FRA 12:30`, { price: 1000 + index });
      }),
    ),
  );
}

function view(one: Search, address = '', language: 'ar' | 'en' = 'en') {
  return viewResults(one, readListQuery(new URLSearchParams(address)), language, false);
}

/** Departure minutes of the flights shown. */
const shown = (one: Search, address: string) =>
  view(one, address).cards.map(({ segments }) => Number(segments[0]?.departs.slice(3)));

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('of 25 flights', () => {
  const search = many(25);

  test.each([
    ['', 1, 3, numbers(0, 9)],
    ['page=1', 1, 3, numbers(0, 9)],
    ['page=2', 2, 3, numbers(10, 19)],
    ['page=3', 3, 3, numbers(20, 24)],
    ['page=4', 3, 3, numbers(20, 24)],
    ['page=9999', 3, 3, numbers(20, 24)],
    // Twelve of them match.
    ['carrier=SV', 1, 2, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]],
    ['carrier=SV&page=2', 2, 2, [21, 23]],
    ['carrier=SV&page=3', 2, 2, [21, 23]],
    ['carrier=QR&page=3', 1, 1, []],
  ])('%j shows page %d of %d', (address, page, pages, flights) => {
    expect(view(search, address)).toMatchObject({ page, pages });
    expect(shown(search, address)).toEqual(flights);
  });

  test('counts matching and all flights; facets cover all', () => {
    expect(view(search, '')).toMatchObject({ found: 25, fitting: 25 });
    expect(view(search, 'carrier=SV')).toMatchObject({ found: 25, fitting: 12 });
    expect(view(search, 'carrier=QR')).toMatchObject({ found: 25, fitting: 0 });
    expect(view(search, 'carrier=SV').facets).toEqual(view(search, '').facets);
  });

  test('returns the list query unchanged', () => {
    const list = readListQuery(new URLSearchParams('carrier=SV&sort=best&page=7'));
    expect(viewResults(search, list, 'en', false).list).toEqual(list);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [20, 2],
])('%d flights make pages: %d', (flights, pages) => {
  expect(view(many(flights)).pages).toBe(pages);
});

describe('the status with and without results:', () => {
  test.each<[SearchState, string, string]>([
    ['waiting', 'gathering', 'gathering'],
    ['gathering', 'gathering', 'gathering'],
    ['complete', 'complete', 'complete'],
    // Errors are shown only if there are no results (spec, section 8).
    ['timed_out', 'partial', 'failed'],
    ['failed', 'partial', 'failed'],
  ])('%s is %s and %s', (state, withSome, withNone) => {
    expect(view({ ...many(1), state }).standing).toBe(withSome);
    expect(view({ ...many(0), state }).standing).toBe(withNone);
    // Filters without matches are not a failure.
    expect(view({ ...many(1), state }, 'carrier=QR').standing).toBe(withSome);
  });
});

test('shows when prices were found and until when they are valid, in German time', () => {
  const winter = many(1);
  expect(view(winter)).toMatchObject({ searchId: 'search', pricesFrom: '14:05', pricesUntil: '14:20' });
  const startedAt = Date.UTC(2027, 6, 1, 21, 50);
  expect(view({ ...winter, startedAt, expiresAt: startedAt + 15 * 60_000 }, '', 'ar')).toMatchObject({
    pricesFrom: '23:50',
    pricesUntil: '00:05',
  });
});

test.each([true, false])('marks sample data: %s', (isSample) => {
  expect(viewResults(many(1), readListQuery(new URLSearchParams()), 'en', isSample).isSample).toBe(isSample);
});

describe('shows the search criteria', () => {
  const query = flightQuery({ returnDate: '2027-04-09', adults: 2, children: 1, infants: 1, travelClass: 'C' });
  const fields = {
    depart_date: '2027-03-26',
    return_date: '2027-04-09',
    adults: '2',
    children: '1',
    infants: '1',
    travelClass: 'C',
  };

  test('in English, and for the form', () => {
    expect(viewQuery(query, 'en', flightViews('en', noNames))).toEqual({
      key: searchKey(query),
      origin: { code: 'RUH', city: 'Riyadh', name: 'King Khalid International Airport' },
      destination: { code: 'FRA', city: 'Frankfurt', name: 'Frankfurt Airport' },
      departDay: 'Fri 26/03/2027',
      returnDay: 'Fri 09/04/2027',
      travellers: 4,
      travelClass: 'C',
      fields: { origin: 'Riyadh (RUH)', destination: 'Frankfurt (FRA)', ...fields },
    });
  });

  test('in Arabic', () => {
    expect(viewQuery(query, 'ar', flightViews('ar', noNames))).toMatchObject({
      key: searchKey(query),
      origin: { code: 'RUH', city: 'الرياض' },
      destination: { code: 'FRA', city: 'فرانكفورت' },
      departDay: 'الجمعة 26/03/2027',
      returnDay: 'الجمعة 09/04/2027',
      fields: { origin: 'الرياض (RUH)', destination: 'فرانكفورت (FRA)', ...fields },
    });
  });

  test('without a return date for one-way trips', () => {
    const oneWay = viewQuery(flightQuery(), 'en', flightViews('en', noNames));
    expect(oneWay).not.toHaveProperty('returnDay');
    expect(oneWay.fields).not.toHaveProperty('return_date');
    expect(oneWay.travellers).toBe(1);
  });

  test("with the supplier's name or the code for airports missing in our list", () => {
    const names = { ...noNames, airports: { XQX: 'Quix Field' } };
    const gone = viewQuery(flightQuery({ destination: 'XQX' }), 'ar', flightViews('ar', names));
    expect(gone.destination).toEqual({ code: 'XQX', city: 'Quix Field', name: 'Quix Field' });
    expect(gone.fields.destination).toBe('XQX');
  });
});

test("facets have names and prices in the page's language", () => {
  const flights = collection(
    [
      sold('SV RUH 08:00 FRA 12:30', { price: 1800.5, currency: 'SAR', baggage: { pieces: 1 } }),
      sold('ZZ RUH 20:00 IST 23:30, ZZ IST 05:00+1 FRA 06:30+1', {
        price: 900,
        currency: 'SAR',
        warnings: [['overnight_layover']],
      }),
    ],
    { airlines: { SV: 'Saudi Arabian', ZZ: 'Zephyr Air' } },
  );
  const price = { dear: formatPrice(1800.5, 'SAR', 'ar'), cheap: formatPrice(900, 'SAR', 'ar') };
  expect(view(search(flights), '', 'ar').facets).toEqual({
    stops: [{ value: 0, price: price.dear }],
    hours: [{ value: 9, price: price.dear }],
    carriers: [
      { value: 'SV', name: 'الخطوط السعودية', price: price.dear },
      { value: 'ZZ', name: 'Zephyr Air', price: price.cheap },
    ],
    depart: [
      { value: 'morning', price: price.dear },
      { value: 'evening', price: price.cheap },
    ],
    arrive: [
      { value: 'morning', price: price.cheap },
      { value: 'afternoon', price: price.dear },
    ],
    baggage: [
      { value: 'with', price: price.dear },
      { value: 'unknown', price: price.cheap },
    ],
    without: ['overnight_layover'],
  });
});
