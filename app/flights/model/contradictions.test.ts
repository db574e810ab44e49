import { expect, test } from 'vitest';
import { flightQuery, itinerary } from '#tests/support/flights.ts';
import { contradictions } from './contradictions.ts';
import type { Leg } from './flight.ts';
import type { FlightQuery } from './flight-query.ts';

const direct = 'SV RUH 08:00 FRA 12:30';
const back = 'SV FRA 14:00+7 RUH 22:00+7';
const viaIstanbul = 'TK RUH 09:00 IST 12:00, TK IST 14:00 FRA 15:30';
/** The date of the outbound flights above is that of the search; this is the date of the return. */
const returnDate = '2027-04-02';

const find = (journey: string, query: Partial<FlightQuery> = {}, ...changes: Partial<Leg>[]) =>
  contradictions({ itinerary: itinerary(journey, ...changes) }, flightQuery(query));

test.each<[string, string, Partial<FlightQuery>]>([
  ['what was asked for', direct, {}],
  ['with a stop', viaIstanbul, {}],
  ['there and back', `${direct} / ${back}`, { returnDate }],
  ['back on the same day', `${direct} / SV FRA 14:00 RUH 22:00`, { returnDate: '2027-03-26' }],
  ['to another airport of the city', 'TK RUH 09:00 SAW 12:00', { destination: 'IST' }],
  ['to an airport of the area', 'BA RUH 09:00 SAW 13:00', { destination: 'IST-ALL' }],
  ['after a change of airport', 'TK RUH 09:00 IST 12:00, TK SAW 14:00 FRA 15:30', {}],
])('finds none in a journey %s', (_, journey, query) => {
  expect(find(journey, query)).toEqual([]);
});

test.each<[string, string, Partial<FlightQuery>]>([
  ['directions', direct, { returnDate }],
  ['directions', `${direct} / ${back}`, {}],
  ['place', 'SV RUH 08:00 MUC 12:30', {}],
  ['place', 'SV JED 08:00 FRA 12:30', {}],
  ['place', 'SV FRA 08:00 RUH 16:30', {}],
  ['place', 'SV RUH 08:00 XQX 12:30', {}],
  ['place', 'SV RUH 08:00 FRA 12:30', { destination: 'IST-ALL' }],
  ['day', direct, { departDate: '2027-03-27' }],
  ['day', `${direct} / ${back}`, { returnDate: '2027-04-03' }],
  ['return', `${direct} / SV FRA 12:00 RUH 20:00`, { returnDate: '2027-03-26' }],
  ['connection', 'TK RUH 09:00 IST 12:00, TK IST 11:00 FRA 15:30', {}],
])('finds the %s in "%s" for %j', (contradiction, journey, query) => {
  expect(find(journey, query)).toEqual([contradiction]);
});

test('lets a train or bus go to another town of the country, or to a station, but no further', () => {
  const toMunich = 'LH RUH 08:00 FRA 12:30, LH FRA 14:00 MUC 18:00';
  expect(find(toMunich)).toEqual(['place']);
  expect(find(toMunich, {}, {}, { vehicle: 'train' })).toEqual([]);
  expect(find('LH RUH 08:00 FRA 12:30, LH FRA 14:00 XQX 18:00', {}, {}, { vehicle: 'bus' })).toEqual([]);
  expect(find('LH RUH 08:00 FRA 12:30, LH FRA 14:00 VIE 18:00', {}, {}, { vehicle: 'train' })).toEqual(['place']);
});

test('knows that an area has airports that our list lacks', () => {
  expect(find('BA RUH 08:00 XQX 12:30', { destination: 'LON' })).toEqual([]);
  expect(find('BA RUH 08:00 FRA 12:30', { destination: 'LON' })).toEqual(['place']);
});

test('compares a layover with the times, to the minute', () => {
  const withLayover = (minutes: number) => {
    const journey = itinerary(viaIstanbul);
    for (const stop of journey.segments[0]?.stops ?? []) stop.minutes = minutes;
    return contradictions({ itinerary: journey }, flightQuery());
  };
  expect([119, 120, 121].map(withLayover)).toEqual([[], [], []]);
  expect([-120, 0, 118, 122, 1560].map(withLayover)).toEqual(Array(5).fill(['layover']));
});

test('finds a disputed local time', () => {
  expect(find(viaIstanbul, {}, {}, { hasDisputedTime: true })).toEqual(['local_time']);
});
