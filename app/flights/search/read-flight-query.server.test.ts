import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { airports } from '#app/airports/airport.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import english from '#locales/en/forms.json' with { type: 'json' };
import { flightQuery } from '#tests/support/flights.ts';
import { queryParams, travellers, type FlightQuery } from '../flight-query.ts';
import { travelClasses } from '../flight.ts';
import { flightQueryFieldNames } from '../flight-query-fields.ts';
import { readFlightQuery } from './read-flight-query.server.ts';

const asked = { origin: 'RUH', destination: 'FRA', depart_date: '2027-03-26' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 20, 9) });
  return () => vi.useRealTimers();
});

function read(params: Record<string, string> | [string, string][]) {
  return readFlightQuery(new URLSearchParams(params), 'en');
}

/** The codes of the messages by field; none where it was read. */
function problemsOf(params: Record<string, string> | [string, string][]): Record<string, string[]> {
  const answer = read(params);
  if (answer.outcome === 'none') throw new Error('Nothing was searched for');
  if (answer.outcome === 'read') return {};
  return (answer.result.error ?? {}) as Record<string, string[]>;
}

test('both places and a day are a search: one adult in economy, one way', () => {
  // Strictly: a search is kept as JSON, and a return that is not there must not be.
  expect(read(asked)).toStrictEqual({ outcome: 'read', query: flightQuery() });
});

test.each<[string, Record<string, string>, Partial<FlightQuery>]>([
  ['small letters', { origin: 'ruh', destination: ' fra ' }, {}],
  ['English names', { origin: 'Riyadh', destination: 'frankfurt' }, {}],
  ['Arabic names', { origin: 'الرياض', destination: 'فرانكفورت' }, {}],
  ['what the field holds', { origin: 'Riyadh (RUH)', destination: 'فرانكفورت (FRA)' }, {}],
  ['marks of direction', { origin: '\u200FRUH\u200F', depart_date: '\u200E26/03/2027\u200E' }, {}],
  ['a date as it is written here', { depart_date: '26/03/2027' }, {}],
  ['Arabic digits', { depart_date: '٢٦/٠٣/٢٠٢٧', adults: '٣', infants: '٢' }, { adults: 3, infants: 2 }],
  ['Persian digits', { depart_date: '۲۰۲۷-۰۳-۲۶', children: '۴' }, { children: 4 }],
  ['empty fields', { return_date: '', adults: '', children: ' ', infants: '', travelClass: '' }, {}],
  ['a return on the same day', { return_date: '2027-03-26' }, { returnDate: '2027-03-26' }],
  ['the largest numbers', { adults: '9', children: '6', infants: '6' }, { adults: 9, children: 6, infants: 6 }],
  ['as many infants as adults', { adults: '2', infants: '2' }, { adults: 2, infants: 2 }],
  ['a class', { travelClass: 'C' }, { travelClass: 'C' }],
  // Where the day is still the 19th, at UTC−12.
  ['the earliest day', { depart_date: '2027-03-19' }, { departDate: '2027-03-19' }],
])('%s are understood', (_, params, changes) => {
  expect(read({ ...asked, ...params })).toEqual({ outcome: 'read', query: flightQuery(changes) });
});

test.each<[string, Record<string, string>, Record<string, string[]>]>([
  ['no origin', { origin: '' }, { origin: ['origin_required'] }],
  ['no destination', { destination: ' \u200F ' }, { destination: ['destination_required'] }],
  ['no day', { depart_date: '' }, { depart_date: ['depart_date_required'] }],
  ['a blank day', { depart_date: ' \u200F' }, { depart_date: ['depart_date_required'] }],
  ['an unknown place', { origin: 'Atlantis' }, { origin: ['airport_unknown'] }],
  ['a name of the language', { destination: 'constructor' }, { destination: ['airport_unknown'] }],
  ['a place with two airports', { origin: 'Istanbul' }, { origin: ['airport_ambiguous'] }],
  ['the same place', { destination: 'Riyadh' }, { destination: ['same_airport'] }],
  ['no date', { depart_date: '2027-02-30' }, { depart_date: ['date_invalid'] }],
  ['a day that is past', { depart_date: '2027-03-18' }, { depart_date: ['date_past'] }],
  ['no date of return', { return_date: 'soon' }, { return_date: ['date_invalid'] }],
  ['a return that is past', { return_date: '2027-03-18' }, { return_date: ['date_past'] }],
  ['a return before', { return_date: '2027-03-25' }, { return_date: ['return_before_depart'] }],
  ['nobody', { adults: '0' }, { adults: ['flight_adults_invalid'] }],
  ['too many adults', { adults: '10' }, { adults: ['flight_adults_invalid'] }],
  ['half an adult', { adults: '1.5' }, { adults: ['flight_adults_invalid'] }],
  ['too many children', { children: '7' }, { children: ['flight_children_invalid'] }],
  ['fewer than no children', { children: '-1' }, { children: ['flight_children_invalid'] }],
  ['too many infants', { adults: '9', infants: '7' }, { infants: ['flight_infants_invalid'] }],
  ['an infant too many', { adults: '2', infants: '3' }, { infants: ['more_infants_than_adults'] }],
  ['two infants with one adult unsaid', { infants: '2' }, { infants: ['more_infants_than_adults'] }],
  ['an unknown class', { travelClass: 'Z' }, { travelClass: ['travel_class_invalid'] }],
  ['a class in small letters', { travelClass: 'y' }, { travelClass: ['travel_class_invalid'] }],
])('%s is told', (_, params, problems) => {
  expect(problemsOf({ ...asked, ...params })).toEqual(problems);
  for (const code of Object.values(problems).flat()) expect(Object.keys(english.form)).toContain(code);
});

test('everything that is wrong is told at once', () => {
  const params = { origin: '', destination: 'x', depart_date: '', return_date: '1', adults: '0', infants: '9' };
  expect(problemsOf({ ...params, travelClass: 'x' })).toEqual({
    origin: ['origin_required'],
    destination: ['airport_unknown'],
    depart_date: ['depart_date_required'],
    return_date: ['date_invalid'],
    adults: ['flight_adults_invalid'],
    infants: ['flight_infants_invalid'],
    travelClass: ['travel_class_invalid'],
  });
});

test('rules between two fields are told together with what else is wrong', () => {
  const params = { origin: 'RUH', destination: 'RUH', depart_date: '2027-03-26', return_date: '2027-03-25' };
  expect(problemsOf({ ...params, infants: '2', travelClass: 'x' })).toEqual({
    destination: ['same_airport'],
    return_date: ['return_before_depart'],
    infants: ['more_infants_than_adults'],
    travelClass: ['travel_class_invalid'],
  });
});

test.each(['origin', 'destination', 'depart_date'])('a search with %s alone is begun, and not complete', (name) => {
  expect(Object.keys(problemsOf({ [name]: asked[name as keyof typeof asked] }))).toEqual(
    Object.keys(asked).filter((other) => other !== name),
  );
});

test.each<[string, Record<string, string>]>([
  ['no parameter', {}],
  ['only what has a default', { adults: '2', travelClass: 'C' }],
  ['only what others put on an address', { utm_source: 'mail', constructor: '1' }],
])('%s is no search', (_, params) => {
  expect(read(params)).toEqual({ outcome: 'none' });
});

test('what was typed comes back with the messages', () => {
  const answer = read({ ...asked, origin: 'Istanbul', adults: '٢' });
  expect(answer).toMatchObject({
    outcome: 'wrong',
    result: { status: 'error', initialValue: { ...asked, origin: 'Istanbul', adults: '٢' } },
  });
});

describe('where a place was a question', () => {
  const choosing = (typed: string, choice: string, language: 'ar' | 'en' = 'en', day = asked.depart_date) =>
    readFlightQuery(
      new URLSearchParams([
        ['origin', typed],
        ['origin', choice],
        ['destination', 'FRA'],
        ['depart_date', day],
      ]),
      language,
    );

  test('the choice answers it', () => {
    expect(choosing('Istanbul', 'SAW')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'SAW' }) });
    expect(choosing('إسطنبول', 'IST', 'ar')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'IST' }) });
  });

  test.each([
    ['en', 'Istanbul (SAW)'],
    ['ar', 'إسطنبول (SAW)'],
  ] as const)('the choice stands in the field where something else is wrong (%s)', (language, label) => {
    expect(choosing('Istanbul', 'SAW', language, '')).toMatchObject({ result: { initialValue: { origin: label } } });
  });

  test('a text that was changed since counts, and not the choice', () => {
    expect(choosing('Jeddah', 'SAW')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'JED' }) });
  });

  test.each(['FRA', 'ZZZ', '', 'constructor'])('%j, which was not offered, leaves the question open', (choice) => {
    expect(choosing('Istanbul', choice)).toMatchObject({
      outcome: 'wrong',
      result: { error: { origin: ['airport_ambiguous'] } },
    });
  });
});

test.each<[string, [string, string][], Record<string, string[]>]>([
  [
    'numbers',
    [
      ['adults', '1'],
      ['adults', '2'],
    ],
    { adults: ['flight_adults_invalid'] },
  ],
  [
    'classes',
    [
      ['travelClass', 'Y'],
      ['travelClass', 'C'],
    ],
    { travelClass: ['travel_class_invalid'] },
  ],
  [
    'returns',
    [
      ['return_date', '2027-03-27'],
      ['return_date', '2027-03-28'],
    ],
    { return_date: ['date_invalid'] },
  ],
])('two %s are a mistake and no fault', (_, twice, problems) => {
  expect(problemsOf([...Object.entries(asked), ...twice])).toEqual(problems);
});

describe('names that mean something to the reader of forms or to the language are inert:', () => {
  const names = [
    ...['__intent__', '__state__', '__proto__', '__proto__[adults]', 'constructor', 'constructor.prototype.adults'],
    ...['a[99999999]', 'adults[99999999]', 'origin.code', 'origin[]', 'toString', 'hasOwnProperty'],
  ];

  test.each(names)('%s', (name) => {
    const value = name === '__intent__' ? JSON.stringify({ type: 'reset', payload: {} }) : '5';
    expect(read({ ...asked, [name]: value })).toEqual(read(asked));
    const wrong = { ...asked, origin: 'x' };
    const params = new URLSearchParams([...Object.entries(wrong), [name, value]]);
    expect(readFlightQuery(params, 'en')).toEqual(read(wrong));
  });
});

test('every search is read back out of its own address, in every language', () => {
  const day = fc.integer({ min: 0, max: 330 }).map((days) => Date.UTC(2027, 2, 20) + days * 86_400_000);
  const iso = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const query = fc
    .record({
      places: fc.uniqueArray(fc.constantFrom(...airports.map(({ code }) => code)), { minLength: 2, maxLength: 2 }),
      depart: day,
      stay: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
      adults: fc.integer(travellers.adults),
      children: fc.integer(travellers.children),
      infants: fc.integer(travellers.infants),
      travelClass: fc.constantFrom(...travelClasses),
    })
    .map(({ places: [origin = '', destination = ''], depart, stay, infants, ...rest }): FlightQuery => ({
      ...rest,
      origin,
      destination,
      departDate: iso(depart),
      ...(stay === undefined ? {} : { returnDate: iso(depart + stay * 86_400_000) }),
      infants: Math.min(infants, rest.adults),
    }));
  fc.assert(
    fc.property(query, fc.constantFrom(...languageCodes), (one, language) => {
      expect(readFlightQuery(queryParams(one), language)).toEqual({ outcome: 'read', query: one });
    }),
  );
});

test('no address is a fault', () => {
  const name = fc.oneof(fc.constantFrom(...flightQueryFieldNames), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (params) => {
      expect(['none', 'wrong', 'read']).toContain(read(params).outcome);
    }),
  );
});
