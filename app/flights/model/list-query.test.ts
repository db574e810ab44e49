import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '#app/i18n/languages.ts';
import { flightQuery } from '#tests/support/flights.ts';
import { currencies } from './currency.ts';
import { warnings } from './flight.ts';
import { searchKey } from './flight-query.ts';
import {
  baggageKinds,
  dayParts,
  isFiltered,
  listParamNames,
  listParams,
  type ListQuery,
  readListQuery,
  requirableTerms,
  sortOrders,
  withoutFilters,
} from './list-query.ts';
import { resultsUrl, searchKeyOf } from './results-url.ts';

const defaultList: ListQuery = {
  sort: 'cheapest',
  carriers: [],
  depart: [],
  arrive: [],
  returnDepart: [],
  returnArrive: [],
  baggage: [],
  terms: [],
  without: [],
  page: 1,
};

const read = (text: string) => readListQuery(new URLSearchParams(text));
const serialise = (list: ListQuery) => new URLSearchParams(listParams(list)).toString();

const subsetOf = <Value>(values: readonly Value[]) => fc.subarray([...values]);
const anyList: fc.Arbitrary<ListQuery> = fc.record({
  sort: fc.constantFrom(...sortOrders),
  stops: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
  carriers: fc.uniqueArray(fc.stringMatching(/^[A-Z0-9]{2,3}$/), { maxLength: 50 }).map((codes) => codes.sort()),
  depart: subsetOf(dayParts),
  arrive: subsetOf(dayParts),
  returnDepart: subsetOf(dayParts),
  returnArrive: subsetOf(dayParts),
  hours: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  connection: fc.constantFrom(undefined, 90),
  baggage: subsetOf(baggageKinds),
  terms: subsetOf(requirableTerms),
  without: subsetOf(warnings),
  page: fc.integer({ min: 1, max: 9999 }),
  currency: fc.constantFrom(undefined, ...currencies),
  areFiltersOpen: fc.constantFrom(undefined, true as const),
});
/** Query parameters that mix real names and values with arbitrary ones. */
const anyParams = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(...listParamNames), fc.string()),
    fc.oneof(
      fc.constantFrom<string>(
        ...sortOrders,
        ...dayParts,
        ...baggageKinds,
        ...warnings,
        'SV',
        'constructor',
        '__proto__',
      ),
      fc.integer().map(String),
      fc.string({ unit: 'binary' }),
    ),
  ),
);

test('an empty query lists all flights, cheapest first, and serialises to an empty query', () => {
  expect(read('')).toEqual(defaultList);
  expect(listParams(defaultList)).toEqual([]);
});

test('round-trips a list query', () => {
  fc.assert(
    fc.property(anyList, (list) => {
      expect(read(serialise(list))).toEqual(list);
    }),
  );
});

test('parses any query string to a list query that round-trips', () => {
  fc.assert(
    fc.property(anyParams, (params) => {
      const list = readListQuery(new URLSearchParams(params));
      expect(read(serialise(list))).toEqual(list);
    }),
  );
});

test('parses parameters in any order', () => {
  const shuffled = anyList.chain((list) => {
    const params = listParams(list);
    return fc.tuple(fc.constant(list), fc.shuffledSubarray(params, { minLength: params.length }));
  });
  fc.assert(
    fc.property(shuffled, ([list, params]) => {
      expect(readListQuery(new URLSearchParams(params))).toEqual(list);
    }),
  );
});

test('serialises all parameters in a fixed order', () => {
  const all =
    'sort=best&stops=1&carrier=LH&carrier=SV&depart=night&depart=evening&arrive=morning&return_depart=night' +
    '&return_arrive=evening&hours=12&connection=90&baggage=with&baggage=unknown&terms=change&terms=refund' +
    '&without=self_transfer&without=overnight_layover&page=3&currency=KWD&filters=open';
  expect(serialise(read(all))).toBe(all);
  expect(serialise(read(all.split('&').reverse().join('&')))).toBe(all);
  expect([...new Set(new URLSearchParams(all).keys())]).toEqual(listParamNames);
});

test.each([
  'sort=dearest',
  'sort=constructor',
  'sort=',
  'stops=2',
  'stops=-1',
  'stops=',
  'stops=1.5',
  'stops=٢',
  'hours=0',
  'hours=100',
  'hours=1e1',
  'hours=0x10',
  'hours=',
  'carrier=',
  'carrier=sv',
  'carrier=S',
  'carrier=SAUD',
  'carrier=SV%0A',
  'depart=noon',
  'arrive=Morning',
  'arrive=__proto__',
  'baggage=some',
  'without=delay',
  'connection=60',
  'connection=',
  'terms=fee',
  'return_depart=noon',
  'currency=sar',
  'filters=',
  'currency=RUB',
  'currency=',
  'page=0',
  'page=-1',
  'page=10000',
  'page=last',
  'page=',
  'departs=night',
])('ignores %s', (text) => {
  expect(read(text)).toEqual(defaultList);
});

test.each<[string, Partial<ListQuery>]>([
  ['stops=01&hours=007&page=0002', { stops: 1, hours: 7, page: 2 }],
  ['sort=fastest&sort=best', { sort: 'fastest' }],
  ['carrier=SV&carrier=LH&carrier=SV&carrier=sv', { carriers: ['LH', 'SV'] }],
  ['depart=evening&depart=night&depart=evening', { depart: ['night', 'evening'] }],
])('normalises %s', (text, list) => {
  expect(read(text)).toEqual({ ...defaultList, ...list });
});

test('accepts at most fifty airlines', () => {
  const codes = Array.from({ length: 60 }, (_, index) => `A${index}`);
  expect(read(codes.map((code) => `carrier=${code}`).join('&')).carriers).toHaveLength(50);
});

describe('isFiltered', () => {
  test.each([
    'stops=0',
    'carrier=SV',
    'depart=night',
    'arrive=night',
    'hours=9',
    'return_depart=night',
    'return_arrive=night',
    'connection=90',
    'terms=refund',
    'baggage=with',
    'without=self_transfer',
  ])('is true for %s', (text) => {
    expect(isFiltered(read(text))).toBe(true);
    expect(isFiltered(read(`${text}&sort=best&page=2`))).toBe(true);
  });

  test.each(['', 'sort=best', 'page=2', 'stops=9', 'currency=SAR', 'filters=open'])('is false for %j', (text) => {
    expect(isFiltered(read(text))).toBe(false);
  });
});

test('without filters, a list keeps its order and its currency', () => {
  const all =
    'sort=best&stops=1&return_depart=night&connection=90&terms=change&without=self_transfer&page=3&currency=KWD&filters=open';
  expect(serialise(withoutFilters(read(all)))).toBe('sort=best&currency=KWD');
});

describe('the URL of a list', () => {
  const key = searchKey(flightQuery({ returnDate: '2027-04-09', travelClass: 'C' }));

  test('consists of the search parameters followed by the list parameters', () => {
    expect(resultsUrl('ar', key, defaultList)).toBe(`/ar/search/flights?${key}`);
    expect(resultsUrl('en', key, { ...defaultList, sort: 'best', carriers: ['LH', 'SV'], page: 2 })).toBe(
      `/en/search/flights?${key}&sort=best&carrier=LH&carrier=SV&page=2`,
    );
  });

  test('parses back to the search key and the list query', () => {
    fc.assert(
      fc.property(anyList, fc.constantFrom(...languageCodes), (list, language) => {
        const { search } = new URL(resultsUrl(language, key, list), 'https://site.example');
        expect(searchKeyOf(search)).toBe(key);
        expect(read(search)).toEqual(list);
      }),
    );
  });

  test('yields the search key regardless of other parameters', () => {
    expect(searchKeyOf(`?_data=routes&${key}&utm_source=x&sort=best`)).toBe(key);
    expect(searchKeyOf('')).toBe('');
    expect(searchKeyOf('?sort=best')).toBe('');
  });
});
