import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { flightProblems } from '#tests/support/flight-invariants.ts';
import { randomResponses } from '#tests/support/random-wire-responses.ts';
import { wireChunk, wireFare, wireLeg, wireProposal, wireSegment } from '#tests/support/wire-responses.ts';
import { readPollResponse } from '../suppliers/api/wire/read-poll-response.server.ts';
import { seededRandom } from '../suppliers/sample/seeded-random.ts';
import type { Chunk } from './flight.ts';
import { FlightCollection } from './flight-collection.ts';

/** Returns a wire proposal of the same flight with a single fare at the given gate. */
function proposalAt(gate: number, fare: Record<string, unknown> = {}, leg: Record<string, unknown> = {}): unknown {
  const segment = [wireSegment([wireLeg(undefined, undefined, undefined, undefined, leg)])];
  return wireProposal({ segment, terms: { [gate]: wireFare({ url: gate, ...fare }) } });
}

function chunkOf(id: string, proposals: unknown[], overrides: Parameters<typeof wireChunk>[1] = {}): Chunk {
  const [chunk] = runSync(
    readPollResponse(JSON.stringify([wireChunk(proposals, { chunk_id: id, ...overrides })])),
  ).chunks;
  if (!chunk) throw new Error('No chunk was read');
  return chunk;
}

function collectionOf(...chunks: Chunk[]): FlightCollection {
  const collection = new FlightCollection();
  for (const chunk of chunks) collection.add(chunk);
  return collection;
}

/** Merges the chunks into a single flight, and checks that the reverse order gives the same result. */
function merged(...chunks: Chunk[]) {
  const [flight, ...others] = collectionOf(...chunks).flights();
  if (!flight || others.length > 0) throw new Error(`${others.length + 1} flights instead of one`);
  expect(collectionOf(...[...chunks].reverse()).flights()).toEqual([flight]);
  expect(flightProblems([flight])).toEqual([]);
  return flight;
}

describe('a flight collection', () => {
  test('ignores a chunk with a known id', () => {
    const chunk = chunkOf('a', [proposalAt(65)]);
    const collection = new FlightCollection();
    expect(collection.add(chunk)).toBe(true);
    const [flight] = collection.flights();
    expect(collection.add(chunk)).toBe(false);
    expect(collection.add(chunkOf('a', [proposalAt(17)]))).toBe(false);
    expect(collection.size).toBe(1);
    expect(collection.flights()[0]).toBe(flight);
  });

  test('gains nothing from an empty chunk', () => {
    const collection = collectionOf(chunkOf('a', []));
    expect(collection.size).toBe(0);
    expect(collection.flights()).toEqual([]);
    expect(collection.flight('none')).toBeUndefined();
    expect(collection.offer('none')).toBeUndefined();
  });

  test('rebuilds only the flights in an added chunk', () => {
    const other = wireProposal({
      segment: [wireSegment([wireLeg('DXB', 'FRA')])],
      terms: { 65: wireFare({ url: 1 }) },
    });
    const collection = collectionOf(chunkOf('a', [proposalAt(65, { unified_price: 10 }), other]));
    const [first, second] = collection.flights();
    collection.add(chunkOf('b', [proposalAt(17, { unified_price: 20 })]));
    const [firstNow, secondNow] = collection.flights();
    expect(firstNow).not.toBe(first);
    expect(Object.keys(firstNow?.offersByGateId ?? {})).toEqual(['17', '65']);
    expect(secondNow).toBe(second);
    expect(collection.flight(firstNow?.id ?? '')).toBe(firstNow);
  });

  test('sorts flights by their best unified price, regardless of currency', () => {
    const from = (airport: string, fare: Record<string, unknown>) =>
      wireProposal({ segment: [wireSegment([wireLeg(airport, 'FRA')])], terms: { 65: wireFare(fare) } });
    const collection = collectionOf(
      chunkOf('a', [from('RUH', { price: 9, currency: 'kwd', unified_price: 300 })]),
      chunkOf('b', [from('DXB', { price: 500, currency: 'eur', unified_price: 200, url: 2 })]),
      chunkOf('c', [from('CAI', { price: 1, currency: 'usd', unified_price: 400, url: 3 })]),
      chunkOf('d', [from('CAI', { price: 2, currency: 'usd', unified_price: 100, url: 4 })]),
    );
    expect(collection.flights().map(({ best }) => best.unifiedPrice)).toEqual([100, 200, 300]);
  });
});

describe('offers of one flight', () => {
  test('are grouped by gate and sorted by unified price', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, { url: 1, unified_price: 30 }), proposalAt(65, { url: 2, unified_price: 10 })]),
      chunkOf('b', [proposalAt(65, { url: 3, unified_price: 20 }), proposalAt(17, { url: 4, unified_price: 15 })]),
    );
    const fareIdsByGate = Object.entries(flight.offersByGateId).map(([gate, offers]) => [
      gate,
      offers.map(({ fareId }) => fareId),
    ]);
    expect(fareIdsByGate).toEqual([
      ['17', ['4']],
      ['65', ['2', '3', '1']],
    ]);
    expect(flight.best.fareId).toBe('2');
    expect(flight.itineraries).toHaveLength(1);
  });

  test('at equal prices have a deterministic order', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, { url: 2, unified_price: 10 }), proposalAt(65, { url: 1, unified_price: 10 })]),
      chunkOf('b', [proposalAt(17, { url: 9, unified_price: 10 })]),
    );
    expect(flight.best).toMatchObject({ gateId: '17', fareId: '9' });
    expect(flight.offersByGateId['65']?.map(({ fareId }) => fareId)).toEqual(['1', '2']);
  });

  test('with the same gate and fare id are merged at the lowest price', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, { url: 1, unified_price: 30 }), proposalAt(65, { url: 1, unified_price: 30 })]),
      chunkOf('b', [proposalAt(65, { url: 1, unified_price: 20, price: 5 })]),
      chunkOf('c', [proposalAt(65, { url: 1, unified_price: 20, price: 6 })]),
    );
    expect(flight.offersByGateId['65']).toHaveLength(1);
    expect(flight.best).toMatchObject({ unifiedPrice: 20, price: 5 });
  });

  test.each([900, 1_100])('with the same gate and fare id have the price of the latest revision (%i)', (later) => {
    const revised = (id: string, price: number, revision: number): Chunk => {
      const chunk = chunkOf(id, [proposalAt(65, { price, unified_price: price })]);
      for (const { offers } of chunk.proposals) for (const offer of offers) offer.revision = revision;
      return chunk;
    };
    const flight = merged(revised('a', 1_000, 1), revised('b', later, 3), revised('c', 1_000, 2));
    expect(flight.offersByGateId[65]?.map(({ price }) => price)).toEqual([later]);
    expect(flight.best.price).toBe(later);
  });

  test('with the same fare id at two gates are kept apart', () => {
    const flight = merged(chunkOf('a', [proposalAt(65, { url: 1 })]), chunkOf('b', [proposalAt(17, { url: 1 })]));
    expect(Object.keys(flight.offersByGateId)).toEqual(['17', '65']);
  });

  test('with different legs refer to separate itineraries', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, { url: 1 })]),
      chunkOf('b', [proposalAt(17, { url: 2 }, { operating_carrier: 'LH' })]),
      chunkOf('c', [proposalAt(20, { url: 3 }, { trip_class: 'C' })]),
    );
    expect(flight.itineraries).toHaveLength(3);
    expect(flight.carriers).toEqual(['LH', 'SV']);
    const carriers = Object.values(flight.offersByGateId)
      .flat()
      .map(({ fareId, itineraryId }) => [
        fareId,
        flight.itineraries.find(({ id }) => id === itineraryId)?.carriers.join(),
      ]);
    expect(carriers).toEqual([
      ['2', 'LH'],
      ['3', 'SV'],
      ['1', 'SV'],
    ]);
  });

  test('that reappear at a lower price with other legs leave no itinerary behind', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, { url: 1, unified_price: 20 })]),
      chunkOf('b', [proposalAt(65, { url: 1, unified_price: 10 }, { operating_carrier: 'LH' })]),
    );
    expect(flight.itineraries).toHaveLength(1);
    expect(flight.carriers).toEqual(['LH']);
  });

  test('that describe the same legs differently yield the description of the cheapest offer', () => {
    const description = (aircraft: string) => ({ aircraft, duration: 380 });
    const flight = merged(
      chunkOf('a', [proposalAt(65, { unified_price: 30 }, description('Airbus A319'))]),
      chunkOf('b', [proposalAt(17, { unified_price: 20 }, description('Airbus A380'))]),
      chunkOf('c', [proposalAt(20, { unified_price: 40 }, description('Boeing 747'))]),
    );
    expect(flight.itineraries.map(({ segments }) => segments[0]?.aircraft)).toEqual(['Airbus A380']);
  });

  test('with conflicting descriptions of one fare yield the description chosen by content', () => {
    const flight = merged(
      chunkOf('a', [proposalAt(65, {}, { number: '175' })]),
      chunkOf('b', [proposalAt(65, {}, { number: '176' })]),
    );
    expect(flight.itineraries.map(({ segments }) => segments[0]?.legs[0]?.number)).toEqual(['175']);
  });

  test('may have property names of Object.prototype as gate ids', () => {
    const [chunk] = runSync(
      readPollResponse(
        JSON.stringify([
          wireChunk([wireProposal({ terms: { constructor: wireFare({ url: 1 }), KEY: wireFare({ url: 2 }) } })], {
            gates_info: { constructor: { label: 'Builder' } },
          }),
        ]).replace('"KEY"', '"__proto__"'),
      ),
    ).chunks;
    if (!chunk) throw new Error('No chunk was read');
    const flight = merged(chunk);
    expect(Object.entries(flight.offersByGateId).map(([gate, offers]) => [gate, offers[0]?.fareId])).toEqual([
      ['__proto__', '2'],
      ['constructor', '1'],
    ]);
    const { gates } = collectionOf(chunk).names;
    expect(gates.constructor).toBe('Builder');
    expect('toString' in gates).toBe(false);
    const text = JSON.stringify(flight);
    expect(text).toContain('"__proto__":[{');
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  });
});

describe('lookup', () => {
  test('finds an offer with its flight and itinerary', () => {
    const collection = collectionOf(
      chunkOf('a', [proposalAt(65, { url: 1 }), proposalAt(17, { url: 2 }, { operating_carrier: 'LH' })]),
    );
    const found = collection.offer('2');
    expect(found?.flight).toBe(collection.flights()[0]);
    expect(found?.offer).toBe(found?.flight.offersByGateId['17']?.[0]);
    expect(found?.itinerary.carriers).toEqual(['LH']);
    expect(collection.offer('3')).toBeUndefined();
  });

  test('a fare id shared by two flights yields the cheaper flight', () => {
    const other = wireProposal({
      segment: [wireSegment([wireLeg('DXB', 'FRA')])],
      terms: { 65: wireFare({ url: 1, unified_price: 5 }) },
    });
    const chunks = [chunkOf('a', [proposalAt(65, { url: 1, unified_price: 6 })]), chunkOf('b', [other])];
    for (const order of [chunks, [...chunks].reverse()]) {
      expect(collectionOf(...order).offer('1')?.itinerary.segments[0]?.from).toBe('DXB');
    }
  });
});

test('merges the names of all chunks, resolving conflicts deterministically', () => {
  const chunks = [
    chunkOf('a', [], { gates_info: { 65: { label: 'Kiwi.com' }, 17: { label: 'Biletix' } }, airports: {} }),
    chunkOf('b', [], {
      gates_info: { 65: { label: 'Kiwi' } },
      airports: { IST: { name: 'Istanbul Airport', city: 'Istanbul' } },
    }),
  ];
  const names = {
    gates: { 17: 'Biletix', 65: 'Kiwi' },
    airlines: { SV: 'Saudia' },
    airports: { IST: 'Istanbul Airport' },
    cities: { IST: 'Istanbul' },
  };
  expect(collectionOf(...chunks).names).toEqual(names);
  expect(collectionOf(...[...chunks].reverse()).names).toEqual(names);
});

test('merges the currency rates of all chunks, keeping the lowest of each currency', () => {
  const chunks = [
    chunkOf('a', [], { currency_rates: { sar: 25.5, eur: 101, rub: 1 } }),
    chunkOf('b', [], { currency_rates: { SAR: '25', eur: 102, kwd: 0, qar: -1, usd: null } }),
    chunkOf('c', []),
  ];
  const rates = { SAR: 25, EUR: 101 };
  expect(collectionOf(...chunks).rates).toEqual(rates);
  expect(collectionOf(...[...chunks].reverse()).rates).toEqual(rates);
  expect(collectionOf(chunkOf('c', [], { currency_rates: [1] })).rates).toEqual({});
});

describe('the order and repetition of chunks', () => {
  /** Generates chunks that contradict each other in every field that allows it. */
  function contradictoryChunks(seed: number): Chunk[] {
    const random = seededRandom(seed);
    return Array.from({ length: random.integer(1, 6) }, (_, index) => {
      const proposals = Array.from({ length: random.integer(0, 8) }, () => {
        const fare = {
          url: random.integer(1, 6),
          unified_price: random.integer(1, 4),
          price: random.integer(1, 3),
          currency: random.pick(['sar', 'eur']),
          flights_baggage: random.pick<unknown>([undefined, [['1PC']], [[false]]]),
        };
        const leg = {
          operating_carrier: random.pick(['SV', 'LH']),
          marketing_carrier: random.pick(['SV', 'LH']),
          number: random.pick(['175', '176']),
          aircraft: random.pick(['Airbus A380', undefined]),
          departure: random.pick(['RUH', 'JED']),
        };
        return proposalAt(random.integer(1, 3), fare, leg);
      });
      const label = random.pick(['One', 'Uno', 'Eins']);
      return chunkOf(String(index), proposals, { gates_info: { 1: { label } }, airlines: { SV: { name: label } } });
    });
  }

  const chunks = fc.oneof(
    fc.integer().map(contradictoryChunks),
    fc
      .integer()
      .map((seed) =>
        randomResponses(seededRandom(seed), { proposals: 24, gates: 5, responses: 2 }).flatMap(
          (response) => runSync(readPollResponse(JSON.stringify(response))).chunks,
        ),
      ),
  );
  const deliveries = chunks.chain((all) =>
    fc.record({
      all: fc.constant(all),
      repeated: fc.array(fc.constantFrom(...all), { maxLength: 6 }),
      order: fc.array(fc.integer(), { minLength: all.length + 6, maxLength: all.length + 6 }),
      readAfter: fc.array(fc.nat(10), { maxLength: 3 }),
    }),
  );

  test('do not affect flights and names', () => {
    fc.assert(
      fc.property(deliveries, ({ all, repeated, order, readAfter }) => {
        const expected = collectionOf(...all);
        const delivered = [...all, ...repeated]
          .map((chunk, index) => ({ chunk, sortKey: order[index] ?? 0 }))
          .sort((a, b) => a.sortKey - b.sortKey)
          .map(({ chunk }) => JSON.parse(JSON.stringify(chunk)) as Chunk);
        const shuffled = new FlightCollection();
        delivered.forEach((chunk, index) => {
          shuffled.add(chunk);
          // Reading flights between chunks must not affect later results.
          if (readAfter.includes(index)) expect(flightProblems(shuffled.flights())).toEqual([]);
        });
        expect(shuffled.flights()).toEqual(expected.flights());
        expect(JSON.stringify(shuffled.flights())).toBe(JSON.stringify(expected.flights()));
        expect(shuffled.names).toEqual(expected.names);
        expect(shuffled.size).toBe(expected.flights().length);
        expect(flightProblems(expected.flights())).toEqual([]);
        expect(offerKeys(expected)).toEqual(offerKeysOf(all));
      }),
      { numRuns: 300 },
    );
  });

  /** Returns the keys (flight, gate and fare id) of all offers in the chunks. */
  function offerKeysOf(all: readonly Chunk[]): Set<string> {
    return new Set(
      all.flatMap(({ proposals }) =>
        proposals.flatMap(({ flightId, offers }) =>
          offers.map(({ gateId, fareId }) => `${flightId} ${gateId} ${fareId}`),
        ),
      ),
    );
  }

  function offerKeys(collection: FlightCollection): Set<string> {
    return new Set(
      collection.flights().flatMap(({ id, offersByGateId }) =>
        Object.values(offersByGateId)
          .flat()
          .map(({ gateId, fareId }) => `${id} ${gateId} ${fareId}`),
      ),
    );
  }
});
