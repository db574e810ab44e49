import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collection, itinerary, type OfferOverrides, proposalFor, wallClock } from '#tests/support/flights.ts';
import { type Leg, type Warning, warnings } from './flight.ts';
import { listFlights } from './list-flights.ts';
import { readListQuery } from './list-query.ts';
import { pickForPatient } from './pick-for-patient.ts';

/** Picks among journeys with their offers. @returns the journey and its price */
function pickOf(...journeys: [journey: string, ...OfferOverrides[]][]): [string, number] | undefined {
  const results = collection(journeys.map(([journey, ...offers]) => proposalFor(journey, ...offers)));
  const pick = pickForPatient(listFlights(results.flights(), readListQuery(new URLSearchParams())));
  return pick && [pick.itinerary.id, pick.best.price];
}

const direct = 'SV RUH 08:00 FRA 12:30';
const viaIstanbul = 'TK RUH 09:00 IST 12:00, TK IST 14:00 FRA 15:30';

test('prefers fewer legs to a shorter or cheaper journey', () => {
  const slowDirect = 'SV RUH 08:00 FRA 20:30';
  expect(pickOf([viaIstanbul, { price: 300 }], [slowDirect, { price: 900 }])).toEqual([slowDirect, 900]);
});

test('counts the legs of both directions', () => {
  const oneStopBack = `${direct} / TK FRA 08:00+7 IST 12:00+7, TK IST 14:00+7 RUH 17:30+7`;
  const twoStops = `${viaIstanbul} / TK FRA 08:00+7 IST 12:00+7, TK IST 14:00+7 RUH 17:30+7`;
  expect(pickOf([twoStops, { price: 300 }], [oneStopBack, { price: 900 }])).toEqual([oneStopBack, 900]);
});

test('of journeys with the same number of legs, prefers the shorter to the cheaper', () => {
  const shorter = 'LH RUH 10:00 FRA 14:00';
  expect(pickOf([direct, { price: 300 }], [shorter, { price: 900 }])).toEqual([shorter, 900]);
});

test('prefers the cheaper of two equally long journeys', () => {
  const later = 'LH RUH 09:00 FRA 13:30';
  expect(pickOf([direct, { price: 500 }], [later, { price: 400 }])).toEqual([later, 400]);
});

test.each([
  ['89 minutes', 'TK RUH 09:00 IST 12:00, TK IST 13:29 FRA 15:30', false],
  ['90 minutes', 'TK RUH 09:00 IST 12:00, TK IST 13:30 FRA 15:30', true],
  ['300 minutes', 'TK RUH 09:00 IST 12:00, TK IST 17:00 FRA 18:30', true],
  ['301 minutes', 'TK RUH 09:00 IST 12:00, TK IST 17:01 FRA 18:30', false],
])('a layover of %s (%s) is picked: %s', (_, journey, isPicked) => {
  expect(pickOf([journey]) !== undefined).toBe(isPicked);
});

test('never picks a journey with a change of airport', () => {
  expect(pickOf(['TK RUH 09:00 IST 12:00, TK SAW 14:00 FRA 15:30'])).toBeUndefined();
});

test.each<[Warning, boolean]>([
  ['self_transfer', false],
  ['airport_change', false],
  ['overnight_layover', false],
  ['short_connection', true],
])('with the warning %s on the return, an offer is picked: %s', (warning, isPicked) => {
  const roundTrip = `${direct} / SV FRA 14:00+7 RUH 22:00+7`;
  expect(pickOf([roundTrip, { warnings: [[], [warning]] }]) !== undefined).toBe(isPicked);
});

test('shows the price of the cheapest suitable offer', () => {
  const offers = [
    { price: 300, warnings: [['self_transfer' as const]] },
    { price: 500, gateId: 'b' },
    { price: 400, gateId: 'c' },
  ];
  expect(pickOf([direct, ...offers])).toEqual([direct, 400]);
});

test('picks nothing if there are no flights', () => {
  expect(pickOf()).toBeUndefined();
});

test('never picks a journey with an overnight layover, separate tickets, an airport change or an unsuitable connecting time, nor one worse than another suitable one', () => {
  const journey = fc
    .record({
      hour: fc.integer({ min: 10, max: 23 }),
      layovers: fc.array(fc.constantFrom(30, 89, 90, 180, 300, 301, 700), { maxLength: 2 }),
      price: fc.integer({ min: 100, max: 900 }),
      warnings: fc.subarray([...warnings], { maxLength: 2 }),
    })
    .map((sketch) => ({ ...sketch, text: journeyOf(sketch.hour, sketch.layovers) }));
  fc.assert(
    fc.property(fc.uniqueArray(journey, { selector: ({ text }) => text, maxLength: 8 }), (journeys) => {
      const suits = ({ layovers, warnings: own }: (typeof journeys)[number]) =>
        layovers.every((minutes) => minutes >= 90 && minutes <= 300) &&
        own.every((warning) => warning === 'short_connection');
      const picked = pickOf(
        ...journeys.map(({ text, price, warnings: own }): [string, OfferOverrides] => [
          text,
          { price, warnings: [own] },
        ]),
      );
      const effort = ({ layovers, price }: (typeof journeys)[number]) => [
        layovers.length,
        layovers.reduce((sum, minutes) => sum + minutes, 0),
        price,
      ];
      const suitable = journeys.filter(suits);
      expect(picked === undefined).toBe(suitable.length === 0);
      const pick = journeys.find(({ text }) => text === picked?.[0]);
      if (!pick) return;
      expect(suits(pick)).toBe(true);
      for (const other of suitable) expect(isLess(effort(other), effort(pick))).toBe(false);
    }),
  );
});

/** Returns a journey whose legs take an hour each, with the given layovers (min). */
function journeyOf(hour: number, layovers: readonly number[]): string {
  const airports = ['RUH', ...['IST', 'SAW'].slice(0, layovers.length), 'DOH'];
  let minute = hour * 60;
  const legs = airports.slice(1).map((airport, index) => {
    const departs = clock(minute);
    minute += 60;
    const leg = `TK ${airports[index]} ${departs} ${airport} ${clock(minute)}`;
    minute += layovers[index] ?? 0;
    return leg;
  });
  return legs.join(', ').replace(/SAW/g, 'IST').replace('DOH', 'SAW');
}

function clock(minute: number): string {
  const [day, rest] = [Math.floor(minute / 1440), minute % 1440];
  const time = `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
  return day > 0 ? `${time}+${day}` : time;
}

function isLess(a: number[], b: number[]): boolean {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}

test('never picks a journey with a train or bus, or one that arrives on the day before', () => {
  const list = (changes: Partial<Leg>) =>
    listFlights(collection([proposalFor(itinerary(direct, changes))]).flights(), readListQuery(new URLSearchParams()));
  expect(pickForPatient(list({}))).toBeDefined();
  for (const vehicle of ['train', 'bus'] as const) expect(pickForPatient(list({ vehicle }))).toBeUndefined();
  expect(pickForPatient(list({ localArr: wallClock('08:00') - 10 * 3600 }))).toBeUndefined();
});

test.each([
  [2, 2, true],
  [3, 2, false],
  [12, 9, true],
  [3, undefined, true],
])('for %s travellers, a flight with %s seats left is picked: %s', (seats, seatsLeft, isPicked) => {
  const flights = collection([proposalFor(direct, seatsLeft === undefined ? {} : { seatsLeft })]).flights();
  expect(pickForPatient(listFlights(flights, readListQuery(new URLSearchParams())), seats) !== undefined).toBe(
    isPicked,
  );
});
