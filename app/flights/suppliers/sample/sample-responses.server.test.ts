import { describe, expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { airports } from '#app/places/airports/airport.ts';
import { type Flight, type Leg, type Offer, type Proposal, warnings } from '../../model/flight.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import { type ParsedResponse, readPollResponse } from '../api/wire/read-poll-response.server.ts';
import type { WireChunk, WireFare, WireProposal } from '../api/wire/wire-format.ts';
import { kilometresBetween, placeOf } from './places.ts';
import { routesBetween } from './routes.ts';
import { sampleChunks } from './sample-responses.server.ts';
import { seededRandom } from './seeded-random.ts';

function queryWith(changes: Partial<FlightQuery> = {}): FlightQuery {
  return {
    origin: 'RUH',
    destination: 'FRA',
    departDate: '2027-03-20',
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
    ...changes,
  };
}

const codes = airports.map(({ code }) => code) as [string, ...string[]];

/** Generates queries between random airports; every third is a round trip across a daylight-saving change. */
function randomQueries(count: number): FlightQuery[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, (_, index) => {
    const origin = random.pick(codes);
    const destination = random.pick(codes.filter((code) => code !== origin) as typeof codes);
    return queryWith({ origin, destination, ...(index % 3 === 0 && { returnDate: '2027-03-28' }) });
  });
}

const responses = new Map<FlightQuery, { chunks: WireChunk[]; parsed: ParsedResponse }>();

/** Generates and parses the response to a query. Results are cached, because many tests use them. */
function responseTo(query: FlightQuery) {
  let response = responses.get(query);
  if (!response) {
    const chunks = sampleChunks(query, 'id').map(({ chunk }) => chunk);
    response = { chunks, parsed: runSync(readPollResponse(JSON.stringify(chunks))) };
    responses.set(query, response);
  }
  return response;
}

function proposalsOf(query: FlightQuery): Proposal[] {
  return responseTo(query).parsed.chunks.flatMap(({ proposals }) => proposals);
}

function faresIn(proposal: WireProposal | undefined): WireFare[] {
  const { terms = {}, xterms } = proposal ?? {};
  return xterms ? Object.values(xterms).flatMap((byName) => Object.values(byName)) : Object.values(terms);
}

const offersOf = (query: FlightQuery): Offer[] => proposalsOf(query).flatMap(({ offers }) => offers);
const legsOf = (proposals: Proposal[]): Leg[] =>
  proposals.flatMap(({ itinerary }) => itinerary.segments.flatMap(({ legs }) => legs));
const flightIds = (proposals: Proposal[]): Set<Flight['id']> => new Set(proposals.map(({ flightId }) => flightId));

describe('between 200 pairs of airports', () => {
  const queries = randomQueries(200);

  test.each(queries)('$origin–$destination $returnDate is parsed without loss', (query) => {
    const { chunks, parsed } = responseTo(query);
    expect(parsed.isComplete).toBe(true);
    expect(parsed.chunks.map(({ id }) => id)).toEqual(chunks.slice(0, -1).map(({ chunk_id }) => chunk_id));
    for (const [chunkIndex, chunk] of parsed.chunks.entries()) {
      const wireProposals = chunks[chunkIndex]?.proposals ?? [];
      expect(chunk.proposals).toHaveLength(wireProposals.length);
      for (const [index, proposal] of chunk.proposals.entries()) {
        const segment = wireProposals[index]?.segment ?? [];
        expect(proposal.offers).toHaveLength(faresIn(wireProposals[index]).length);
        expect(proposal.itinerary.segments.map(({ legs }) => legs.length)).toEqual(
          segment.map(({ flight }) => flight.length),
        );
      }
      const legs = legsOf(chunk.proposals);
      expect(new Set(Object.keys(chunk.airports))).toEqual(new Set(legs.flatMap(({ from, to }) => [from, to])));
      expect(new Set(Object.keys(chunk.airlines))).toEqual(
        new Set(legs.flatMap(({ carrier, marketingCarrier }) => [carrier, marketingCarrier])),
      );
    }
    const flightCount = flightIds(parsed.chunks.flatMap(({ proposals }) => proposals)).size;
    expect(flightCount).toBeGreaterThanOrEqual(30);
    expect(flightCount).toBeLessThanOrEqual(60);
    const fareIds = parsed.chunks.flatMap(({ proposals }) =>
      proposals.flatMap(({ offers }) => offers.map(({ fareId }) => fareId)),
    );
    expect(new Set(fareIds).size).toBe(fareIds.length);
  });

  test.each(queries)('$origin–$destination $returnDate has plausible itineraries', (query) => {
    for (const { itinerary } of proposalsOf(query)) {
      const [outbound, inbound] = itinerary.segments;
      expect([outbound?.from, outbound?.to]).toEqual([query.origin, query.destination]);
      expect(isoDate(outbound?.legs[0]?.localDep)).toBe(query.departDate);
      if (query.returnDate) {
        expect([inbound?.from, inbound?.to]).toEqual([query.destination, query.origin]);
        expect(isoDate(inbound?.legs[0]?.localDep)).toBe(query.returnDate);
        expect(inbound?.dep).toBeGreaterThan(outbound?.arr ?? Infinity);
      } else expect(inbound).toBeUndefined();
      for (const { legs, stops } of itinerary.segments) {
        for (const [index, leg] of legs.entries()) {
          expect(leg.arr - leg.dep).toBe(leg.minutes * 60);
          const speed = kilometresBetween(leg.from, leg.to) / (leg.minutes / 60);
          expect(speed).toBeLessThan(930);
          const next = legs[index + 1];
          if (!next) continue;
          const layover = (next.dep - leg.arr) / 60;
          expect(layover).toBeGreaterThanOrEqual(50);
          expect(layover).toBeLessThan(36 * 60);
          expect(stops[index]).toEqual({ airport: leg.to, departsFrom: next.from, minutes: layover });
        }
      }
    }
  });

  test.each(queries)('$origin–$destination $returnDate has the local times of its airports', (query) => {
    const uniqueTimes = new Map(
      legsOf(proposalsOf(query)).flatMap((leg) => [
        [`${leg.from} ${leg.dep}`, { code: leg.from, timestamp: leg.dep, wallTime: leg.localDep }],
        [`${leg.to} ${leg.arr}`, { code: leg.to, timestamp: leg.arr, wallTime: leg.localArr }],
      ]),
    );
    for (const { code, timestamp, wallTime } of uniqueTimes.values()) {
      expect(new Date(wallTime * 1000).toISOString().slice(0, 16)).toBe(wallTimeAt(timestamp, placeOf(code).timeZone));
    }
  });
});

const isoDate = (wallTime = NaN) => new Date(wallTime * 1000).toISOString().slice(0, 10);

const wallTimeFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a local time as `2027-03-20T09:05`, computed independently of the sample data. */
function wallTimeAt(timestamp: number, timeZone: string): string {
  const format =
    wallTimeFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  wallTimeFormats.set(timeZone, format);
  return format.format(timestamp * 1000).replace(' ', 'T');
}

test('every airport can be reached from the Gulf and from Germany', () => {
  for (const code of codes) {
    for (const other of ['RUH', 'KWI', 'FRA', 'BER'].filter((end) => end !== code)) {
      expect(routesBetween(other, code, seededRandom(1)).length, `${other}–${code}`).toBeGreaterThan(0);
      expect(routesBetween(code, other, seededRandom(1)).length, `${code}–${other}`).toBeGreaterThan(0);
    }
  }
});

test('generates the same flights for the same search, and different flights for a different date', () => {
  const query = queryWith({ returnDate: '2027-03-30' });
  expect(sampleChunks(query, 'id')).toEqual(sampleChunks({ ...query }, 'id'));
  expect(flightIds(proposalsOf(query))).not.toEqual(flightIds(proposalsOf({ ...query, departDate: '2027-03-21' })));
});

test('delivers one chunk per partner, the first immediately, and completes after twenty seconds', () => {
  const chunks = sampleChunks(queryWith(), 'id');
  const times = chunks.map(({ after }) => after);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBe(0);
  expect(chunks[0]?.chunk.proposals?.length).toBeGreaterThan(10);
  expect(chunks).toHaveLength(7);
  expect(chunks[6]).toEqual({ after: 20_000, chunk: { search_id: 'id' } });
});

test('labels all partners as samples', () => {
  const names = responseTo(queryWith()).parsed.chunks.flatMap(({ gates }) => Object.values(gates));
  expect(names).toHaveLength(6);
  for (const name of names) expect(name).toMatch(/^Sample partner \d$/);
});

test('finds flights only if the return departs after the arrival', () => {
  expect(proposalsOf(queryWith({ destination: 'SYD', returnDate: '2027-03-20' }))).toEqual([]);
  expect(
    proposalsOf(queryWith({ origin: 'MUC', destination: 'HAM', returnDate: '2027-03-20' })).length,
  ).toBeGreaterThan(0);
});

describe.each([
  ['RUH', 'FRA', undefined],
  ['KWI', 'MUC', '2027-03-30'],
  ['BGW', 'DUS', undefined],
  ['JED', 'BER', '2027-04-02'],
])('between %s and %s', (origin, destination, returnDate) => {
  const query = queryWith({ origin, destination, ...(returnDate && { returnDate }) });
  const proposals = proposalsOf(query);
  const segments = proposals.flatMap(({ itinerary }) => itinerary.segments);
  const offers = proposals.flatMap((proposal) => proposal.offers);

  test('has flights with no, one and two stops', () => {
    expect(new Set(segments.map(({ stops }) => stops.length))).toEqual(new Set([0, 1, 2]));
  });

  test('has all warnings', () => {
    expect(new Set(offers.flatMap((offer) => offer.warnings.flat()))).toEqual(new Set(warnings));
    expect(offers.some((offer) => offer.warnings.flat().length === 0)).toBe(true);
  });

  test('has arrivals one and two days later', () => {
    const days = segments.map(({ legs }) => {
      const [first, last] = [legs[0], legs[legs.length - 1]];
      return Math.floor((last?.localArr ?? NaN) / 86_400) - Math.floor((first?.localDep ?? NaN) / 86_400);
    });
    expect(new Set(days)).toEqual(new Set([0, 1, 2]));
  });

  test('has technical stops, codeshares, mixed classes and unknown aircraft', () => {
    const legs = legsOf(proposals);
    expect(legs.some(({ technicalStops }) => technicalStops.length > 0)).toBe(true);
    expect(legs.some(({ carrier, marketingCarrier }) => carrier !== marketingCarrier)).toBe(true);
    expect(legs.some(({ cabin }) => cabin === 'C')).toBe(true);
    expect(legs.some(({ aircraft, vehicle }) => !aircraft && !vehicle)).toBe(true);
  });

  test('has a flight with two itineraries', () => {
    const itineraries = new Set(proposals.map(({ flightId, itinerary }) => `${flightId} ${itinerary.id}`));
    if (!returnDate) expect(itineraries.size).toBeGreaterThan(flightIds(proposals).size);
  });

  test('has flights that several partners sell at different prices', () => {
    const cheapest = new Map<string, Map<string, number>>();
    for (const { itineraryId, gateId, unifiedPrice } of offers) {
      const byGate = cheapest.get(itineraryId) ?? new Map<string, number>();
      cheapest.set(itineraryId, byGate.set(gateId, Math.min(unifiedPrice, byGate.get(gateId) ?? Infinity)));
    }
    const soldBySeveral = [...cheapest.values()].filter((byGate) => byGate.size > 1);
    expect(soldBySeveral.length).toBeGreaterThan(10);
    for (const byGate of soldBySeveral) expect(new Set(byGate.values()).size).toBeGreaterThan(1);
    expect(new Set(offers.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']));
  });

  test('has all kinds of allowances: none, pieces with weight or size, total weight, unknown, different by leg', () => {
    const allowances = offers.flatMap(({ baggageLegs }) => baggageLegs.flat());
    expect(allowances).toContain(null);
    expect(allowances).toContainEqual({ pieces: 0 });
    expect(allowances).toContainEqual({ pieces: 1 });
    expect(allowances).toContainEqual({ pieces: 1, kgEach: 23 });
    expect(allowances).toContainEqual({ kgTotal: 20 });
    const handAllowances = offers.flatMap(({ handBaggageLegs }) => handBaggageLegs.flat());
    expect(handAllowances.some((allowance) => allowance && 'pieces' in allowance && allowance.centimetres)).toBe(true);
    expect(
      offers.some(
        ({ baggageLegs }) => new Set(baggageLegs.flat().map((allowance) => JSON.stringify(allowance))).size > 1,
      ),
    ).toBe(true);
  });
});

test('covers every baggage notation that suppliers use', () => {
  const fares = responseTo(queryWith()).chunks.flatMap(({ proposals = [] }) => proposals.flatMap(faresIn));
  const codes = fares.flatMap(({ flights_baggage, flights_handbags }) =>
    [flights_baggage, flights_handbags].flatMap(
      (bySegment) => (bySegment as unknown[][] | undefined)?.flat() ?? [undefined],
    ),
  );
  const notations = [
    '',
    null,
    true,
    undefined,
    false,
    '0PC',
    '1PC',
    '1PC23',
    '2PC10',
    20,
    '30',
    '1PCx36x30x27',
    '1PC10x55x40x20',
  ];
  for (const notation of notations) expect(codes).toContain(notation);
});

describe('a price', () => {
  const pricesFor = (changes: Partial<FlightQuery>) => offersOf(queryWith(changes)).map(({ price }) => price);
  const oneAdult = pricesFor({});

  test.each([
    ['two adults', { adults: 2 }, 2],
    ['one adult and a child', { children: 1 }, 1.75],
    ['one adult and an infant', { infants: 1 }, 1.1],
    ['a family', { adults: 2, children: 2, infants: 1 }, 3.6],
    ['business class', { travelClass: 'C' }, 3.3],
  ] as const)('for %s is %f times the price for one adult', (_, changes, factor) => {
    const prices = pricesFor(changes);
    expect(prices).toHaveLength(oneAdult.length);
    for (const [index, price] of prices.entries()) expect(price / (oneAdult[index] ?? NaN)).toBeCloseTo(factor, 3);
  });

  test('is converted to the reference currency at a constant rate', () => {
    for (const { price, currency, unifiedPrice } of offersOf(queryWith())) {
      expect(unifiedPrice / price).toBeCloseTo(currency === 'USD' ? 100 / 1.08 : 100, 0);
    }
  });
});
