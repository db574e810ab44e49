import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection, proposalFor, wallClock } from '#tests/support/flights.ts';
import type { Flight, Itinerary, Proposal } from './flight.ts';
import { dayPartOf, itineraryCount, listFlights, toListedFlight } from './list-flights.ts';
import { readListQuery, sortOrders } from './list-query.ts';

/** Lists flights for a query string and returns their ids and best prices. */
function listed(flights: readonly Flight[], address = ''): string[] {
  return listFlights(flights, readListQuery(new URLSearchParams(address))).map(
    ({ flight, best }) => `${flight.id}: ${best.price}`,
  );
}

const flightsOf = (...proposals: Proposal[]) => collection(proposals).flights();

const piece = { pieces: 1, kgEach: 23 };
const none = { pieces: 0 };

test.each([
  ['', [700, 900, 1000]],
  ['connection=90', [700, 900]],
  ['terms=refund', [900, 1000]],
  ['terms=change', [900]],
  ['terms=change&terms=refund', [900]],
  ['return_depart=afternoon', [900]],
  ['return_depart=morning', [700, 1000]],
  ['return_arrive=evening&return_arrive=night', [700, 900]],
  ['return_depart=morning&return_arrive=afternoon', [1000]],
])('filters by return times, connecting time and ticket terms: %s', (address, prices) => {
  const out = 'SV RUH 08:00 FRA 12:30';
  const flights = flightsOf(
    proposalFor(`${out} / SV FRA 14:00+7 RUH 22:00+7`, { price: 900, refund: 'yes', change: 'fee' }),
    proposalFor(`${out} / TK FRA 06:00+7 IST 11:00+7, TK IST 12:29+7 RUH 16:00+7`, {
      price: 1000,
      refund: 'fee',
      change: 'no',
    }),
    proposalFor(`${out} / TK FRA 06:10+7 IST 11:00+7, TK IST 18:00+7 RUH 21:30+7`, { price: 700, refund: 'no' }),
  );
  expect(listed(flights, address).map((text) => Number(text.split(': ')[1]))).toEqual(prices);
});

describe('a flight with an expensive non-stop itinerary and a cheap one with a stop', () => {
  const flights = flightsOf(
    proposalFor(
      'SV RUH 08:00 FRA 12:30',
      { gateId: 'a', price: 1800, baggage: piece },
      { gateId: 'b', price: 1700, baggage: none },
    ),
    proposalFor('TK RUH 08:00 IST 11:50, LH SAW 15:00 FRA 17:30', {
      gateId: 'c',
      price: 900,
      warnings: [['self_transfer', 'airport_change']],
    }),
  );

  test.each([
    ['', [900, 1700]],
    ['stops=0', [1700]],
    ['stops=1', [900, 1700]],
    ['hours=6', []],
    ['hours=7', [1700]],
    ['hours=11', [1700]],
    ['hours=12', [900, 1700]],
    ['carrier=SV', [1700]],
    ['carrier=LH', [900]],
    ['carrier=TK', [900]],
    ['carrier=TK&carrier=SV', [900, 1700]],
    ['carrier=QR', []],
    ['depart=morning', [900, 1700]],
    ['depart=night&depart=afternoon&depart=evening', []],
    ['arrive=afternoon', [900, 1700]],
    ['arrive=morning&arrive=evening', []],
    ['baggage=unknown', [900]],
    ['baggage=without', [1700]],
    ['baggage=with', [1800]],
    ['baggage=with&baggage=without', [1700]],
    ['without=airport_change', [1700]],
    ['without=overnight_layover', [900, 1700]],
    // A single offer has to match all filters.
    ['without=self_transfer&baggage=with', [1800]],
    ['stops=0&carrier=SV&hours=7&baggage=without&depart=morning&arrive=afternoon', [1700]],
    ['carrier=TK&baggage=with', []],
    ['stops=0&carrier=TK', []],
    ['without=self_transfer&baggage=unknown', []],
  ])('is listed for %j at %j', (address, prices) => {
    expect(listed(flights, address)).toEqual(prices.map((price) => `RUH-FRA 08:00: ${price}`));
  });

  test('has a row for each itinerary, with the matching offers for it', () => {
    const rows = (address: string) =>
      listFlights(flights, readListQuery(new URLSearchParams(address))).map(({ itinerary, best, offers }) => ({
        carriers: itinerary.carriers,
        best: best.price,
        offers: offers.map(({ price }) => price),
      }));
    const nonStop = { carriers: ['SV'], best: 1700, offers: [1700, 1800] };
    expect(rows('')).toEqual([{ carriers: ['LH', 'TK'], best: 900, offers: [900] }, nonStop]);
    expect(rows('stops=0')).toEqual([nonStop]);
    expect(rows('baggage=with')).toEqual([{ ...nonStop, best: 1800, offers: [1800] }]);
  });
});

describe('a search with 69 itineraries, three at each departure', () => {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` +
    (minutes >= 1440 ? `+${Math.floor(minutes / 1440)}` : '');
  // The cheapest has an overnight layover; another at the same price does not, and the most expensive is the fastest.
  const proposals = Array.from({ length: 23 }, (_, index) => 6 * 60 + index * 20).flatMap((departure, index) => [
    proposalFor(
      `PC RUH ${clock(departure)} SAW ${clock(departure + 240)}, PC SAW ${clock(departure + 1500)} FRA ${clock(departure + 1560)}`,
      { price: 900 + index, warnings: [['overnight_layover']] },
    ),
    proposalFor(
      `TK RUH ${clock(departure)} IST ${clock(departure + 240)}, TK IST ${clock(departure + 320)} FRA ${clock(departure + 380)}`,
      { price: 900 + index },
    ),
    proposalFor(
      `LH RUH ${clock(departure)} VIE ${clock(departure + 210)}, LH VIE ${clock(departure + 280)} FRA ${clock(departure + 340 - index)}`,
      { price: 1400 - index },
    ),
  ]);
  const flights = flightsOf(...proposals);
  const rows = (address: string) => listFlights(flights, readListQuery(new URLSearchParams(address)));
  const minutesOf = ({ itinerary }: { itinerary: Itinerary }) => itinerary.segments[0]?.elapsed ?? NaN;

  test('has 69 rows, each with its own warnings', () => {
    expect([flights.length, itineraryCount(flights), rows('').length]).toEqual([23, 69, 69]);
    for (const { itinerary, best } of rows('')) {
      expect(best.warnings.flat()).toEqual(itinerary.carriers.includes('PC') ? ['overnight_layover'] : []);
    }
    expect(rows('without=overnight_layover')).toHaveLength(46);
  });

  test('sorted by time, has the fastest itinerary first and never a faster one after a slower one', () => {
    const order = rows('sort=fastest').map(minutesOf);
    expect(order[0]).toBe(Math.min(...proposals.map(minutesOf)));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('has the faster of two equally cheap itineraries first', () => {
    const [first, second] = rows('');
    expect([first?.best.price, second?.best.price]).toEqual([900, 900]);
    expect([first, second].map((row) => row?.itinerary.carriers)).toEqual([['TK'], ['PC']]);
  });
});

describe('a round trip', () => {
  const flights = flightsOf(
    proposalFor('SV RUH 08:00 FRA 12:30 / TK FRA 14:00+7 IST 20:00+7, TK IST 23:00+7 RUH 03:00+8', {
      baggage: [[piece], [piece, none]],
      warnings: [[], ['overnight_layover']],
    }),
  );

  test.each([
    ['stops=0', 0],
    ['stops=1', 1],
    // Outbound 6:30, back 11:00.
    ['hours=10', 0],
    ['hours=11', 1],
    ['carrier=TK', 1],
    ['baggage=with', 0],
    ['baggage=without', 1],
    ['without=overnight_layover', 0],
    // `depart` and `arrive` apply to the outbound segment only.
    ['depart=morning', 1],
    ['depart=afternoon', 0],
    ['arrive=afternoon', 1],
    ['arrive=night', 0],
  ])('with %s is listed %i times', (address, count) => {
    expect(listed(flights, address)).toHaveLength(count);
  });
});

test('excludes exactly the flights without a matching offer', () => {
  const flights = flightsOf(
    proposalFor('SV RUH 08:00 FRA 12:30', { price: 1200 }),
    proposalFor('LH RUH 02:00 FRA 06:30', { price: 1100 }),
    proposalFor('TK RUH 09:00 IST 12:50, TK IST 14:00 FRA 15:30', { price: 1000 }),
  );
  expect(listed(flights, 'stops=0')).toEqual(['RUH-FRA 02:00: 1100', 'RUH-FRA 08:00: 1200']);
  expect(listed(flights, 'stops=0&depart=morning')).toEqual(['RUH-FRA 08:00: 1200']);
  expect(listed(flights, 'depart=night&depart=morning')).toHaveLength(3);
  expect(listed([], 'sort=best')).toEqual([]);
});

describe('sorting', () => {
  const flights = flightsOf(
    // 6:30 non-stop.
    proposalFor('SV RUH 10:00 FRA 14:30', { price: 1500 }),
    // 8:30 with a stop.
    proposalFor('TK RUH 06:00 IST 09:50, TK IST 11:00 FRA 12:30', { price: 1000 }),
    // 21:00 with a night at the airport.
    proposalFor('PC RUH 20:00 SAW 23:50, PC SAW 13:30+1 FRA 15:00+1', {
      price: 900,
      warnings: [['overnight_layover']],
    }),
  );

  test.each([
    ['cheapest', ['RUH-FRA 20:00: 900', 'RUH-FRA 06:00: 1000', 'RUH-FRA 10:00: 1500']],
    ['fastest', ['RUH-FRA 10:00: 1500', 'RUH-FRA 06:00: 1000', 'RUH-FRA 20:00: 900']],
    ['earliest', ['RUH-FRA 06:00: 1000', 'RUH-FRA 10:00: 1500', 'RUH-FRA 20:00: 900']],
    ['best', ['RUH-FRA 06:00: 1000', 'RUH-FRA 10:00: 1500', 'RUH-FRA 20:00: 900']],
  ])('orders flights by %s', (sort, order) => {
    expect(listed(flights, `sort=${sort}`)).toEqual(order);
  });

  test('compares prices in the reference currency, not in the displayed currencies', () => {
    const priced = flightsOf(
      proposalFor('SV RUH 10:00 FRA 14:30', { price: 400, currency: 'KWD', unifiedPrice: 1200 }),
      proposalFor('SV RUH 11:00 FRA 15:30', { price: 1100, currency: 'EUR', unifiedPrice: 1100 }),
    );
    expect(listed(priced)).toEqual(['RUH-FRA 11:00: 1100', 'RUH-FRA 10:00: 400']);
  });

  test('fastest compares the whole round trip, including layovers', () => {
    const roundTrips = flightsOf(
      // Outbound and return durations: 6:30 and 8:00, 7:30 and 6:00, 10:00 and 5:00.
      proposalFor('SV RUH 10:00 FRA 14:30 / SV FRA 10:00+7 RUH 20:00+7', { price: 1 }),
      proposalFor('SV RUH 11:00 FRA 16:30 / SV FRA 11:00+7 IST 15:00+7, SV IST 17:00+7 RUH 19:00+7', { price: 2 }),
      proposalFor('SV RUH 12:00 FRA 20:00 / SV FRA 12:00+7 RUH 19:00+7', { price: 3 }),
    );
    expect(listed(roundTrips, 'sort=fastest')).toEqual([
      'RUH-FRA 11:00 / FRA-RUH 11:00+7: 2',
      'RUH-FRA 10:00 / FRA-RUH 10:00+7: 1',
      'RUH-FRA 12:00 / FRA-RUH 12:00+7: 3',
    ]);
  });

  test('earliest compares timestamps, not local times', () => {
    // 08:30 in Dubai is 07:30 in Riyadh.
    const gulf = flightsOf(
      proposalFor('SV RUH 08:00 FRA 12:30', { price: 1 }),
      proposalFor('EK DXB 08:30 FRA 12:30', { price: 2 }),
    );
    expect(listed(gulf, 'sort=earliest')).toEqual(['DXB-FRA 08:30: 2', 'RUH-FRA 08:00: 1']);
  });

  test('best penalises stops and warnings, which are hard on a patient', () => {
    const journeys = [
      proposalFor('SV RUH 10:00 IST 14:00, SV IST 15:00 FRA 16:30', { price: 1000, warnings: [['self_transfer']] }),
      proposalFor('SV RUH 09:00 IST 13:00, SV IST 14:00 FRA 15:30', { price: 1100 }),
      proposalFor('SV RUH 08:00 FRA 14:30', { price: 1200 }),
    ];
    expect(listed(flightsOf(...journeys), 'sort=best')).toEqual([
      'RUH-FRA 08:00: 1200',
      'RUH-FRA 09:00: 1100',
      'RUH-FRA 10:00: 1000',
    ]);
  });

  test.each(sortOrders)('breaks ties in %s by id if price, time and departure are equal', (sort) => {
    const tied = flightsOf(...['RUH', 'JED', 'DMM'].map((from) => proposalFor(`SV ${from} 08:00 FRA 14:30`)));
    const order = ['DMM-FRA 08:00: 1000', 'JED-FRA 08:00: 1000', 'RUH-FRA 08:00: 1000'];
    expect(listed(tied, `sort=${sort}`)).toEqual(order);
    expect(listed(tied.slice().reverse(), `sort=${sort}`)).toEqual(order);
  });

  test.each(['fastest', 'earliest'])('breaks ties in %s by price', (sort) => {
    const tied = flightsOf(
      proposalFor('SV DMM 08:00 FRA 14:30', { price: 1002 }),
      proposalFor('SV JED 08:00 FRA 14:30', { price: 1000 }),
      proposalFor('SV RUH 08:00 FRA 14:30', { price: 1001 }),
    );
    const order = ['JED-FRA 08:00: 1000', 'RUH-FRA 08:00: 1001', 'DMM-FRA 08:00: 1002'];
    expect(listed(tied.slice().reverse(), `sort=${sort}`)).toEqual(order);
  });
});

test('the result does not depend on the order in which proposals were added', () => {
  const proposals = ['08:00', '09:00', '10:00', '11:00'].flatMap((clock) => [
    proposalFor(`SV RUH ${clock} FRA 15:30`, { price: 1000 }, { gateId: 'b', price: 1000 }),
    proposalFor(`TK RUH ${clock} IST 13:00, TK IST 14:00 FRA 15:30`, { price: 1000 }),
  ]);
  const fareIdsOf = (ordered: Proposal[], sort: string) =>
    listFlights(flightsOf(...ordered), readListQuery(new URLSearchParams({ sort }))).map(({ best }) => best.fareId);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(proposals, { minLength: proposals.length }),
      fc.constantFrom(...sortOrders),
      (shuffled, sort) => {
        expect(fareIdsOf(shuffled, sort)).toEqual(fareIdsOf(proposals, sort));
      },
    ),
  );
});

test.each([
  ['00:00', 'night'],
  ['05:59', 'night'],
  ['06:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['17:59', 'afternoon'],
  ['18:00', 'evening'],
  ['23:59', 'evening'],
  ['00:00+1', 'night'],
  ['18:00+9', 'evening'],
])('dayPartOf %s is %s', (clock, part) => {
  expect(dayPartOf(wallClock(clock))).toBe(part);
});

describe('one flight', () => {
  // JavaScript orders numeric object keys numerically, but partners must be sorted as text, as in the collection.
  const [flight] = flightsOf(
    proposalFor(
      'SV RUH 08:00 FRA 12:30',
      { gateId: '9', price: 1700 },
      { gateId: '10', price: 1700 },
      { gateId: '11', price: 1600 },
    ),
    proposalFor('TK RUH 08:00 IST 11:50, LH SAW 15:00 FRA 17:30', { gateId: '10', price: 900 }),
  );
  if (!flight) throw new Error('No flight');

  test('has all of its offers, sorted by price and then by partner', () => {
    const listed = toListedFlight(flight);
    expect(listed?.offers.map(({ gateId, price }) => `${gateId} ${price}`)).toEqual([
      '10 900',
      '11 1600',
      '10 1700',
      '9 1700',
    ]);
    expect(listed?.best).toBe(flight.best);
    expect(listed?.itinerary.id).toBe(flight.best.itineraryId);
  });

  test('is undefined if no offer matches', () => {
    expect(toListedFlight(flight, () => false)).toBeUndefined();
  });

  test('matches each offer together with its own itinerary', () => {
    const match = toListedFlight(
      flight,
      (itinerary, offer) => itinerary.carriers.includes('SV') && offer.gateId === '10',
    );
    expect(match?.offers.map(({ price }) => price)).toEqual([1700]);
    expect(match?.itinerary.carriers).toEqual(['SV']);
  });

  test('ignores an offer whose itinerary is missing', () => {
    const [first] = flight.itineraries;
    const partial = toListedFlight({ ...flight, itineraries: first ? [first] : [] });
    expect(new Set(partial?.offers.map(({ itineraryId }) => itineraryId))).toEqual(new Set([first?.id]));
  });
});
