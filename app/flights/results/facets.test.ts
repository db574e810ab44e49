import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection, proposalFor } from '#tests/support/flights.ts';
import { type Flight, type Proposal, warnings } from '../model/flight.ts';
import { listFlights } from '../model/list-flights.ts';
import { listParams, type ListQuery, readListQuery } from '../model/list-query.ts';
import { type Facet, facetsOf } from './facets.ts';

const facetsFor = (...proposals: Proposal[]) => facetsOf(collection(proposals).flights());
/** Returns each value with the price of its cheapest offer. */
const pricesOf = (choices: { value: unknown; cheapest: { price: number } }[]) =>
  choices.map(({ value, cheapest }) => [value, cheapest.price]);

const piece = { pieces: 1, kgEach: 23 };
const noChoices = {
  stops: [],
  carriers: [],
  depart: [],
  arrive: [],
  returnDepart: [],
  returnArrive: [],
  hours: [],
  connection: [],
  baggage: [],
  terms: [],
  without: [],
};

test.each<[string, Proposal[]]>([
  ['no flights', []],
  ['one flight', [proposalFor('SV RUH 08:00 FRA 12:30', { baggage: piece })]],
  ['flights with equal facets', ['08:00', '08:30'].map((at) => proposalFor(`SV RUH ${at} FRA 14:30`))],
  [
    'warnings common to all',
    [
      proposalFor(
        'SV RUH 08:00 FRA 14:30',
        { warnings: [['self_transfer']] },
        { warnings: [['self_transfer']], gateId: 'b' },
      ),
      proposalFor('SV RUH 08:30 FRA 14:30', { warnings: [['self_transfer']] }),
    ],
  ],
])('offers no choices for %s', (_, proposals) => {
  expect(facetsFor(...proposals)).toEqual(noChoices);
});

test('lists each value once, in order, with its cheapest offer', () => {
  const facets = facetsFor(
    proposalFor('TK RUH 20:00 IST 23:50, LH SAW 10:00+1 FRA 11:30+1', {
      price: 700,
      baggage: { pieces: 0 },
      warnings: [['airport_change', 'overnight_layover']],
    }),
    proposalFor('SV RUH 08:00 FRA 12:30', { price: 1700, baggage: piece }, { gateId: 'b', price: 1600 }),
    proposalFor('LH RUH 02:00 FRA 06:30', { price: 1800, baggage: piece }),
  );
  expect(pricesOf(facets.carriers)).toEqual([
    ['LH', 700],
    ['SV', 1600],
    ['TK', 700],
  ]);
  expect(pricesOf(facets.depart)).toEqual([
    ['night', 1800],
    ['morning', 1600],
    ['evening', 700],
  ]);
  expect(pricesOf(facets.arrive)).toEqual([
    ['morning', 700],
    ['afternoon', 1600],
  ]);
  expect(pricesOf(facets.baggage)).toEqual([
    ['with', 1700],
    ['without', 700],
    ['unknown', 1600],
  ]);
  expect(pricesOf(facets.stops)).toEqual([[0, 1600]]);
  // 6:30 non-stop, 17:30 with a stop: limits of 9 and 13 hours exclude the latter, 19 does not.
  expect(pricesOf(facets.hours)).toEqual([
    [9, 1600],
    [13, 1600],
  ]);
  expect(facets.without).toEqual(['airport_change', 'overnight_layover']);
});

test('offers choices if the offers of a single flight differ', () => {
  const facets = facetsFor(
    proposalFor('SV RUH 08:00 FRA 12:30', { price: 1700, baggage: piece }),
    proposalFor('TK RUH 08:00 IST 11:50, TK IST 13:00 FRA 14:30', { price: 900, warnings: [['self_transfer']] }),
  );
  expect(pricesOf(facets.carriers)).toEqual([
    ['SV', 1700],
    ['TK', 900],
  ]);
  expect(pricesOf(facets.baggage)).toEqual([
    ['with', 1700],
    ['unknown', 900],
  ]);
  expect(pricesOf(facets.stops)).toEqual([[0, 1700]]);
  expect(facets.without).toEqual(['self_transfer']);
  expect([facets.depart, facets.arrive]).toEqual([[], []]);
});

test('counts a warning in both directions once', () => {
  const roundTrip = proposalFor('SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7', {
    warnings: [['self_transfer'], ['self_transfer']],
  });
  expect(facetsFor(roundTrip).without).toEqual([]);
  expect(facetsFor(roundTrip, proposalFor('SV RUH 09:00 FRA 13:30')).without).toEqual(['self_transfer']);
});

test('offers return times, ticket terms and a comfortable connection if only some offers have them', () => {
  const facets = facetsFor(
    proposalFor(
      'SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7',
      { price: 1700, refund: 'fee', change: 'no' },
      { price: 1600, refund: 'no' },
    ),
    proposalFor('SV RUH 09:00 FRA 13:30 / SV FRA 06:00+7 IST 11:00+7, SV IST 12:29+7 RUH 16:00+7', { price: 900 }),
  );
  expect(pricesOf(facets.returnDepart)).toEqual([
    ['morning', 900],
    ['afternoon', 1600],
  ]);
  expect(pricesOf(facets.returnArrive)).toEqual([
    ['afternoon', 900],
    ['evening', 1600],
  ]);
  expect(pricesOf(facets.terms)).toEqual([['refund', 1700]]);
  expect(pricesOf(facets.connection)).toEqual([[90, 1600]]);
  const direct = facetsFor(proposalFor('SV RUH 08:00 FRA 12:30', { refund: 'yes', change: 'yes' }));
  expect([direct.connection, direct.terms, direct.returnDepart]).toEqual([[], [], []]);
});

test('applies limits to the worse direction', () => {
  const facets = facetsFor(
    proposalFor('SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7', { price: 1700 }),
    proposalFor('SV RUH 09:00 FRA 13:30 / SV FRA 14:00+7 IST 19:00+7, SV IST 23:00+7 RUH 03:00+8', { price: 900 }),
  );
  expect(pricesOf(facets.stops)).toEqual([[0, 1700]]);
  // The return takes 6 or 11 hours; the outbound segment takes 7 in both cases, rounded up to whole hours.
  expect(pricesOf(facets.hours)).toEqual([[9, 1700]]);
});

describe('offers only limits that exclude some offers but not all:', () => {
  const nonStop = proposalFor('SV RUH 08:00 FRA 12:30', { price: 1000 });
  const oneStop = proposalFor('SV RUH 09:00 IST 12:50, SV IST 14:00 FRA 15:30', { price: 900 });
  const twoStops = proposalFor('SV RUH 10:00 IST 13:50, SV IST 15:00 VIE 16:00, SV VIE 17:00 FRA 18:30', {
    price: 800,
  });

  test.each<[string, Proposal[], [number, number][]]>([
    ['all non-stop', [nonStop], []],
    ['non-stop or one stop', [nonStop, oneStop], [[0, 1000]]],
    ['none non-stop', [oneStop, twoStops], [[1, 900]]],
    [
      'up to two stops',
      [nonStop, oneStop, twoStops],
      [
        [0, 1000],
        [1, 900],
      ],
    ],
    ['all with two stops', [twoStops], []],
  ])('%s', (_, proposals, limits) => {
    expect(pricesOf(facetsFor(...proposals).stops)).toEqual(limits);
  });
});

describe('for arbitrary flights,', () => {
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
    warnings: fc.subarray([...warnings]).map((subset) => [subset]),
    refund: fc.constantFrom(undefined, 'yes', 'fee', 'no'),
    change: fc.constantFrom(undefined, 'yes', 'fee', 'no'),
  });
  const anyFlights = fc
    .array(fc.tuple(fc.constantFrom(...journeys), fc.array(offer, { minLength: 1, maxLength: 3 })), { maxLength: 6 })
    .map((proposals) => collection(proposals.map(([journey, offers]) => proposalFor(journey, ...offers))).flights());

  /** Lists the flights with a single choice, after checking that the choice survives serialisation. */
  function listWith(flights: readonly Flight[], choice: Partial<ListQuery>) {
    const all = readListQuery(new URLSearchParams());
    const list = readListQuery(new URLSearchParams(listParams({ ...all, ...choice })));
    expect(list).toEqual({ ...all, ...choice });
    return listFlights(flights, list);
  }

  const countOffers = (listed: ReturnType<typeof listWith>) => listed.flatMap(({ offers }) => offers).length;

  function choicesOf<Value>(facets: Facet<Value>[], choice: (value: Value) => Partial<ListQuery>) {
    return facets.map(({ value, cheapest }) => ({ choice: choice(value), price: cheapest.price }));
  }

  test('each choice excludes at least one offer, and its price is that of the best remaining one', () => {
    fc.assert(
      fc.property(anyFlights, (flights) => {
        const { without, ...priced } = facetsOf(flights);
        const all = countOffers(listWith(flights, {}));
        const choices = [
          ...choicesOf(priced.stops, (stops) => ({ stops })),
          ...choicesOf(priced.hours, (hours) => ({ hours })),
          ...choicesOf(priced.depart, (part) => ({ depart: [part] })),
          ...choicesOf(priced.arrive, (part) => ({ arrive: [part] })),
          ...choicesOf(priced.connection, (connection) => ({ connection })),
          ...choicesOf(priced.terms, (term) => ({ terms: [term] })),
          ...choicesOf(priced.baggage, (kind) => ({ baggage: [kind] })),
        ];
        for (const { choice, price } of choices) {
          const listed = listWith(flights, choice);
          expect(countOffers(listed)).toBeLessThan(all);
          expect(listed[0]?.best.price).toBe(price);
        }
        for (const warning of without) {
          const remaining = countOffers(listWith(flights, { without: [warning] }));
          expect(remaining).toBeGreaterThan(0);
          expect(remaining).toBeLessThan(all);
        }
        // Carriers are not in `choices`: filtering by one that appears in every itinerary excludes nothing.
        for (const { value, cheapest } of priced.carriers) {
          expect(listWith(flights, { carriers: [value] })[0]?.best.price).toBe(cheapest.price);
        }
      }),
    );
  });
});
