import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection, sold } from '#tests/support/flights.ts';
import { type Flight, type Proposal, warnings } from '../model/flight.ts';
import { listFlights } from '../model/list-flights.ts';
import { listParams, type ListQuery, readListQuery } from '../model/list-query.ts';
import { type Facet, facetsOf } from './facets.ts';

const facets = (...proposals: Proposal[]) => facetsOf(collection(proposals).flights());
/** Values with the price of the cheapest offer that has them. */
const priced = (choices: { value: unknown; cheapest: { price: number } }[]) =>
  choices.map(({ value, cheapest }) => [value, cheapest.price]);

const piece = { pieces: 1, kgEach: 23 };
const noChoice = { stops: [], carriers: [], depart: [], arrive: [], hours: [], baggage: [], without: [] };

test.each<[string, Proposal[]]>([
  ['no flights', []],
  ['one flight', [sold('SV RUH 08:00 FRA 12:30', { baggage: piece })]],
  ['flights that differ in price alone', ['08:00', '08:30'].map((at) => sold(`SV RUH ${at} FRA 14:30`))],
  [
    'warnings common to all',
    [
      sold('SV RUH 08:00 FRA 14:30', { warnings: [['self_transfer']] }, { warnings: [['self_transfer']], gateId: 'b' }),
      sold('SV RUH 08:30 FRA 14:30', { warnings: [['self_transfer']] }),
    ],
  ],
])('%s: nothing to choose', (_, proposals) => {
  expect(facets(...proposals)).toEqual(noChoice);
});

test('lists each value once, in order, with its cheapest offer', () => {
  const found = facets(
    sold('TK RUH 20:00 IST 23:50, LH SAW 10:00+1 FRA 11:30+1', {
      price: 700,
      baggage: { pieces: 0 },
      warnings: [['airport_change', 'overnight_layover']],
    }),
    sold('SV RUH 08:00 FRA 12:30', { price: 1700, baggage: piece }, { gateId: 'b', price: 1600 }),
    sold('LH RUH 02:00 FRA 06:30', { price: 1800, baggage: piece }),
  );
  expect(priced(found.carriers)).toEqual([
    ['LH', 700],
    ['SV', 1600],
    ['TK', 700],
  ]);
  expect(priced(found.depart)).toEqual([
    ['night', 1800],
    ['morning', 1600],
    ['evening', 700],
  ]);
  expect(priced(found.arrive)).toEqual([
    ['morning', 700],
    ['afternoon', 1600],
  ]);
  expect(priced(found.baggage)).toEqual([
    ['with', 1700],
    ['without', 700],
    ['unknown', 1600],
  ]);
  expect(priced(found.stops)).toEqual([[0, 1600]]);
  // 6:30 direct, 17:30 with a stop: limits of 9 and 13 hours exclude the latter, 19 does not.
  expect(priced(found.hours)).toEqual([
    [9, 1600],
    [13, 1600],
  ]);
  expect(found.without).toEqual(['airport_change', 'overnight_layover']);
});

test('differing offers of a single flight are choices, too', () => {
  const found = facets(
    sold('SV RUH 08:00 FRA 12:30', { price: 1700, baggage: piece }),
    sold('TK RUH 08:00 IST 11:50, TK IST 13:00 FRA 14:30', { price: 900, warnings: [['self_transfer']] }),
  );
  expect(priced(found.carriers)).toEqual([
    ['SV', 1700],
    ['TK', 900],
  ]);
  expect(priced(found.baggage)).toEqual([
    ['with', 1700],
    ['unknown', 900],
  ]);
  expect(priced(found.stops)).toEqual([[0, 1700]]);
  expect(found.without).toEqual(['self_transfer']);
  expect([found.depart, found.arrive]).toEqual([[], []]);
});

test('a warning in both directions counts once', () => {
  const both = sold('SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7', {
    warnings: [['self_transfer'], ['self_transfer']],
  });
  expect(facets(both).without).toEqual([]);
  expect(facets(both, sold('SV RUH 09:00 FRA 13:30')).without).toEqual(['self_transfer']);
});

test('limits apply to the worse direction', () => {
  const found = facets(
    sold('SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7', { price: 1700 }),
    sold('SV RUH 09:00 FRA 13:30 / SV FRA 14:00+7 IST 19:00+7, SV IST 23:00+7 RUH 03:00+8', { price: 900 }),
  );
  expect(priced(found.stops)).toEqual([[0, 1700]]);
  // Return in 6 or 11 hours; the outbound journey takes 7 in both cases, in whole hours.
  expect(priced(found.hours)).toEqual([[9, 1700]]);
});

describe('only limits that exclude some offers but not all:', () => {
  const direct = sold('SV RUH 08:00 FRA 12:30', { price: 1000 });
  const one = sold('SV RUH 09:00 IST 12:50, SV IST 14:00 FRA 15:30', { price: 900 });
  const two = sold('SV RUH 10:00 IST 13:50, SV IST 15:00 VIE 16:00, SV VIE 17:00 FRA 18:30', { price: 800 });

  test.each<[string, Proposal[], [number, number][]]>([
    ['all direct', [direct], []],
    ['direct or one stop', [direct, one], [[0, 1000]]],
    ['none direct', [one, two], [[1, 900]]],
    [
      'up to two stops',
      [direct, one, two],
      [
        [0, 1000],
        [1, 900],
      ],
    ],
    ['two stops alone', [two], []],
  ])('%s', (_, proposals, limits) => {
    expect(priced(facets(...proposals).stops)).toEqual(limits);
  });
});

describe('for any flights,', () => {
  const journeys = [
    'SV RUH 08:00 FRA 12:30',
    'LH RUH 08:00 FRA 12:30',
    'LH RUH 02:00 FRA 06:30',
    'TK RUH 08:00 IST 11:50, TK IST 14:00 FRA 15:30',
    'TK RUH 20:00 IST 23:50, LH SAW 10:00+1 FRA 11:30+1',
    'MS RUH 10:00 CAI 12:00, MS CAI 15:00 VIE 18:00, OS VIE 21:00 FRA 22:30',
    'MS RUH 10:00 CAI 12:00, MS CAI 15:00+2 FRA 19:00+2',
    '- RUH 13:00 FRA 19:00',
  ];
  const offer = fc.record({
    gateId: fc.constantFrom('a', 'b', 'c'),
    price: fc.integer({ min: 1, max: 9 }),
    baggage: fc.constantFrom(null, piece, { pieces: 0 }, { kgTotal: 30 }),
    warnings: fc.subarray([...warnings]).map((some) => [some]),
  });
  const anyFlights = fc
    .array(fc.tuple(fc.constantFrom(...journeys), fc.array(offer, { minLength: 1, maxLength: 3 })), { maxLength: 6 })
    .map((proposals) => collection(proposals.map(([journey, offers]) => sold(journey, ...offers))).flights());

  /** The flights listed with only this choice, which has to survive serialisation. */
  function chosen(flights: readonly Flight[], choice: Partial<ListQuery>) {
    const all = readListQuery(new URLSearchParams());
    const list = readListQuery(new URLSearchParams(listParams({ ...all, ...choice })));
    expect(list).toEqual({ ...all, ...choice });
    return listFlights(flights, list);
  }

  const offersOf = (listed: ReturnType<typeof chosen>) => listed.flatMap(({ offers }) => offers).length;

  function choicesOf<Value>(facets: Facet<Value>[], choice: (value: Value) => Partial<ListQuery>) {
    return facets.map(({ value, cheapest }) => ({ choice: choice(value), price: cheapest.price }));
  }

  test('each choice keeps an offer at its price, and excludes something', () => {
    fc.assert(
      fc.property(anyFlights, (flights) => {
        const { without, ...named } = facetsOf(flights);
        const all = offersOf(chosen(flights, {}));
        const choices = [
          ...choicesOf(named.stops, (stops) => ({ stops })),
          ...choicesOf(named.hours, (hours) => ({ hours })),
          ...choicesOf(named.depart, (part) => ({ depart: [part] })),
          ...choicesOf(named.arrive, (part) => ({ arrive: [part] })),
          ...choicesOf(named.baggage, (kind) => ({ baggage: [kind] })),
        ];
        for (const { choice, price } of choices) {
          const listed = chosen(flights, choice);
          expect(offersOf(listed)).toBeLessThan(all);
          expect(listed[0]?.best.price).toBe(price);
        }
        for (const warning of without) {
          const left = offersOf(chosen(flights, { without: [warning] }));
          expect(left).toBeGreaterThan(0);
          expect(left).toBeLessThan(all);
        }
        // An airline may take part in every journey: then it excludes nothing.
        for (const { value, cheapest } of named.carriers) {
          expect(chosen(flights, { carriers: [value] })[0]?.best.price).toBe(cheapest.price);
        }
      }),
    );
  });
});
