import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { languageCodes } from '#app/i18n/languages.ts';
import { airports } from '#app/places/airports/airport.ts';
import english from '#locales/en/forms.json' with { type: 'json' };
import { flightQuery } from '#tests/support/flights.ts';
import { travelClasses } from '../model/flight.ts';
import { type FlightQuery, queryParams, travellerLimits } from '../model/flight-query.ts';
import { flightQueryFieldNames } from '../model/flight-query-fields.ts';
import { readFlightQuery } from './read-flight-query.server.ts';

const requiredParams = { origin: 'RUH', destination: 'FRA', depart_date: '2027-03-26' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 20, 9) });
  return () => vi.useRealTimers();
});

function read(params: Record<string, string> | [string, string][]) {
  return readFlightQuery(new URLSearchParams(params), 'en');
}

/** Returns message codes by field; empty if the search is accepted. */
function problemsOf(params: Record<string, string> | [string, string][]): Record<string, string[]> {
  const parsed = read(params);
  if (parsed.outcome === 'none') throw new Error('The parameters contain no search');
  if (parsed.outcome === 'read') return {};
  return (parsed.result.error ?? {}) as Record<string, string[]>;
}

test('defaults to one adult in economy, one way', () => {
  // toStrictEqual: searches are stored as JSON and must not contain an undefined return date.
  expect(read(requiredParams)).toStrictEqual({ outcome: 'read', query: flightQuery() });
});

test.each<[string, Record<string, string>, Partial<FlightQuery>]>([
  ['lower case', { origin: 'ruh', destination: ' fra ' }, {}],
  ['English names', { origin: 'Riyadh', destination: 'frankfurt' }, {}],
  ['Arabic names', { origin: 'الرياض', destination: 'فرانكفورت' }, {}],
  ["the field's own format", { origin: 'Riyadh (RUH)', destination: 'فرانكفورت (FRA)' }, {}],
  ['bidi marks', { origin: '\u200FRUH\u200F', depart_date: '\u200E26/03/2027\u200E' }, {}],
  ['a local date format', { depart_date: '26/03/2027' }, {}],
  ['Arabic digits', { depart_date: '٢٦/٠٣/٢٠٢٧', adults: '٣', infants: '٢' }, { adults: 3, infants: 2 }],
  ['Persian digits', { depart_date: '۲۰۲۷-۰۳-۲۶', children: '۴' }, { children: 4 }],
  ['empty fields', { return_date: '', adults: '', children: ' ', infants: '', travelClass: '' }, {}],
  ['a return on the same day', { return_date: '2027-03-26' }, { returnDate: '2027-03-26' }],
  ['the maximum numbers', { adults: '9', children: '6', infants: '6' }, { adults: 9, children: 6, infants: 6 }],
  ['as many infants as adults', { adults: '2', infants: '2' }, { adults: 2, infants: 2 }],
  ['a travel class', { travelClass: 'C' }, { travelClass: 'C' }],
  // At UTC−12 it is still the 19th.
  ['the earliest date', { depart_date: '2027-03-19' }, { departDate: '2027-03-19' }],
])('accepts %s', (_, params, changes) => {
  expect(read({ ...requiredParams, ...params })).toEqual({ outcome: 'read', query: flightQuery(changes) });
});

test.each<[string, Record<string, string>, Record<string, string[]>]>([
  ['no origin', { origin: '' }, { origin: ['origin_required'] }],
  ['no destination', { destination: ' \u200F ' }, { destination: ['destination_required'] }],
  ['no departure date', { depart_date: '' }, { depart_date: ['depart_date_required'] }],
  ['a blank departure date', { depart_date: ' \u200F' }, { depart_date: ['depart_date_required'] }],
  ['an unknown place', { origin: 'Atlantis' }, { origin: ['airport_unknown'] }],
  ['a property name of JavaScript objects', { destination: 'constructor' }, { destination: ['airport_unknown'] }],
  ['a place with two airports', { origin: 'Istanbul' }, { origin: ['airport_ambiguous'] }],
  ['the name of two towns', { origin: 'Tripoli' }, { origin: ['airport_ambiguous'] }],
  ['the code that two towns are known by', { origin: 'RAK' }, { origin: ['airport_ambiguous'] }],
  ['a town without an airport', { origin: 'إيسن' }, { origin: ['airport_nearby'] }],
  ['part of a name', { origin: 'thr' }, { origin: ['airport_unsure'] }],
  ['a code that we do not have', { origin: 'LTN' }, { origin: ['airport_unknown'] }],
  ['the same place', { destination: 'Riyadh' }, { destination: ['same_airport'] }],
  ['an impossible date', { depart_date: '2027-02-30' }, { depart_date: ['date_invalid'] }],
  ['a departure in the past', { depart_date: '2027-03-18' }, { depart_date: ['date_past'] }],
  ['an unreadable return date', { return_date: 'soon' }, { return_date: ['date_invalid'] }],
  ['a return in the past', { return_date: '2027-03-18' }, { return_date: ['date_past'] }],
  ['a return before the departure', { return_date: '2027-03-25' }, { return_date: ['return_before_depart'] }],
  ['no adults', { adults: '0' }, { adults: ['flight_adults_invalid'] }],
  ['too many adults', { adults: '10' }, { adults: ['flight_adults_invalid'] }],
  ['half an adult', { adults: '1.5' }, { adults: ['flight_adults_invalid'] }],
  ['too many children', { children: '7' }, { children: ['flight_children_invalid'] }],
  ['a negative number of children', { children: '-1' }, { children: ['flight_children_invalid'] }],
  ['too many infants', { adults: '9', infants: '7' }, { infants: ['flight_infants_invalid'] }],
  ['more infants than adults', { adults: '2', infants: '3' }, { infants: ['more_infants_than_adults'] }],
  ['more infants than the default number of adults', { infants: '2' }, { infants: ['more_infants_than_adults'] }],
  ['an unknown travel class', { travelClass: 'Z' }, { travelClass: ['travel_class_invalid'] }],
  ['a travel class in lower case', { travelClass: 'y' }, { travelClass: ['travel_class_invalid'] }],
])('reports %s', (_, params, problems) => {
  expect(problemsOf({ ...requiredParams, ...params })).toEqual(problems);
  for (const code of Object.values(problems).flat()) expect(Object.keys(english.form)).toContain(code);
});

test('reports all errors at once', () => {
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

test('reports cross-field errors together with other errors', () => {
  const params = { origin: 'RUH', destination: 'RUH', depart_date: '2027-03-26', return_date: '2027-03-25' };
  expect(problemsOf({ ...params, infants: '2', travelClass: 'x' })).toEqual({
    destination: ['same_airport'],
    return_date: ['return_before_depart'],
    infants: ['more_infants_than_adults'],
    travelClass: ['travel_class_invalid'],
  });
});

test.each(['origin', 'destination', 'depart_date'])('reports the missing fields if only %s is given', (name) => {
  expect(Object.keys(problemsOf({ [name]: requiredParams[name as keyof typeof requiredParams] }))).toEqual(
    Object.keys(requiredParams).filter((other) => other !== name),
  );
});

test.each<[string, Record<string, string>]>([
  ['no parameters', {}],
  ['only optional parameters', { adults: '2', travelClass: 'C' }],
  ['only unrelated parameters', { utm_source: 'mail', constructor: '1' }],
])('finds no search in a URL with %s', (_, params) => {
  expect(read(params)).toEqual({ outcome: 'none' });
});

test('returns the typed values together with the messages', () => {
  const parsed = read({ ...requiredParams, origin: 'Istanbul', adults: '٢' });
  expect(parsed).toMatchObject({
    outcome: 'wrong',
    result: { status: 'error', initialValue: { ...requiredParams, origin: 'Istanbul', adults: '٢' } },
  });
});

describe('an ambiguous place', () => {
  const readWithChoice = (
    typed: string,
    choice: string,
    language: 'ar' | 'en' = 'en',
    departDate = requiredParams.depart_date,
  ) =>
    readFlightQuery(
      new URLSearchParams([
        ['origin', typed],
        ['origin', choice],
        ['destination', 'FRA'],
        ['depart_date', departDate],
      ]),
      language,
    );

  test("is resolved by the visitor's choice", () => {
    expect(readWithChoice('Istanbul', 'SAW')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'SAW' }) });
    expect(readWithChoice('إسطنبول', 'IST', 'ar')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'IST' }) });
  });

  test.each([
    ['en', 'Istanbul (SAW)'],
    ['ar', 'إسطنبول (SAW)'],
  ] as const)('is replaced by the choice in the field if another field is invalid (%s)', (language, label) => {
    expect(readWithChoice('Istanbul', 'SAW', language, '')).toMatchObject({
      result: { initialValue: { origin: label } },
    });
  });

  test.each([
    ['RAK', 'Marrakech (RAK)'],
    ['RKT', 'Ras Al Khaimah (RKT)'],
  ])('RAK is resolved by the choice %s, which the field keeps as %s', (choice, label) => {
    expect(readWithChoice('RAK', choice)).toEqual({ outcome: 'read', query: flightQuery({ origin: choice }) });
    expect(readWithChoice('RAK', choice, 'en', '')).toMatchObject({ result: { initialValue: { origin: label } } });
  });

  test('ignores a choice made before the text was changed', () => {
    expect(readWithChoice('Jeddah', 'SAW')).toEqual({ outcome: 'read', query: flightQuery({ origin: 'JED' }) });
  });

  test.each(['FRA', 'ZZZ', '', 'constructor'])('is not resolved by %j, which is not one of the options', (choice) => {
    expect(readWithChoice('Istanbul', choice)).toMatchObject({
      outcome: 'wrong',
      result: { error: { origin: ['airport_ambiguous'] } },
    });
  });
});

test.each<[string, [string, string][], Record<string, string[]>]>([
  [
    'numbers of adults',
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
    'return dates',
    [
      ['return_date', '2027-03-27'],
      ['return_date', '2027-03-28'],
    ],
    { return_date: ['date_invalid'] },
  ],
])('reports duplicate %s as a validation error', (_, duplicates, problems) => {
  expect(problemsOf([...Object.entries(requiredParams), ...duplicates])).toEqual(problems);
});

describe('ignores names that are special to the form parser or JavaScript:', () => {
  const names = [
    ...['__intent__', '__state__', '__proto__', '__proto__[adults]', 'constructor', 'constructor.prototype.adults'],
    ...['a[99999999]', 'adults[99999999]', 'origin.code', 'origin[]', 'toString', 'hasOwnProperty'],
  ];

  test.each(names)('%s', (name) => {
    const value = name === '__intent__' ? JSON.stringify({ type: 'reset', payload: {} }) : '5';
    expect(read({ ...requiredParams, [name]: value })).toEqual(read(requiredParams));
    const invalid = { ...requiredParams, origin: 'x' };
    const params = new URLSearchParams([...Object.entries(invalid), [name, value]]);
    expect(readFlightQuery(params, 'en')).toEqual(read(invalid));
  });
});

test('every search round-trips through its URL, in every language', () => {
  const date = fc.integer({ min: 0, max: 330 }).map((days) => Date.UTC(2027, 2, 20) + days * 86_400_000);
  const isoDate = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10);
  const query = fc
    .record({
      places: fc.uniqueArray(fc.constantFrom(...airports.map(({ code }) => code)), { minLength: 2, maxLength: 2 }),
      depart: date,
      stay: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
      adults: fc.integer(travellerLimits.adults),
      children: fc.integer(travellerLimits.children),
      infants: fc.integer(travellerLimits.infants),
      travelClass: fc.constantFrom(...travelClasses),
    })
    .map(({ places: [origin = '', destination = ''], depart, stay, infants, ...rest }): FlightQuery => ({
      ...rest,
      origin,
      destination,
      departDate: isoDate(depart),
      ...(stay === undefined ? {} : { returnDate: isoDate(depart + stay * 86_400_000) }),
      infants: Math.min(infants, rest.adults),
    }));
  fc.assert(
    fc.property(query, fc.constantFrom(...languageCodes), (original, language) => {
      expect(readFlightQuery(queryParams(original), language)).toEqual({ outcome: 'read', query: original });
    }),
  );
});

test('never throws, whatever the URL', () => {
  const name = fc.oneof(fc.constantFrom(...flightQueryFieldNames), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (params) => {
      expect(['none', 'wrong', 'read']).toContain(read(params).outcome);
    }),
  );
});
