import { describe, expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import { type Flight, type Leg, type Offer, type Proposal, warnings } from '../../model/flight.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import { readPollResponse, type WireAnswer } from '../api/wire/read-poll-response.server.ts';
import type { WireChunk, WireFare, WireProposal } from '../api/wire/wire-format.ts';
import { kilometresBetween, placeOf } from './places.ts';
import { routesBetween } from './routes.ts';
import { sampleChunks } from './sample-answers.server.ts';
import { seededRandom } from './seeded-random.ts';

function queryOf(change: Partial<FlightQuery> = {}): FlightQuery {
  return {
    origin: 'RUH',
    destination: 'FRA',
    departDate: '2027-03-20',
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
    ...change,
  };
}

const codes = airports.map(({ code }) => code) as [string, ...string[]];

/** Random airport pairs; every third is a round trip across a daylight-saving change. */
function randomQueries(count: number): FlightQuery[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, (_, index) => {
    const origin = random.pick(codes);
    const destination = random.pick(codes.filter((code) => code !== origin) as typeof codes);
    return queryOf({ origin, destination, ...(index % 3 === 0 && { returnDate: '2027-03-28' }) });
  });
}

const answers = new Map<FlightQuery, { chunks: WireChunk[]; answer: WireAnswer }>();

/** The generated response for a query, and what is parsed from it; cached, since many tests use it. */
function answered(query: FlightQuery) {
  let known = answers.get(query);
  if (!known) {
    const chunks = sampleChunks(query, 'id').map(({ chunk }) => chunk);
    known = { chunks, answer: readPollResponse(JSON.stringify(chunks)) };
    answers.set(query, known);
  }
  return known;
}

function proposalsOf(query: FlightQuery): Proposal[] {
  return answered(query).answer.chunks.flatMap(({ proposals }) => proposals);
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
    const { chunks, answer } = answered(query);
    expect(answer.isComplete).toBe(true);
    expect(answer.chunks.map(({ id }) => id)).toEqual(chunks.slice(0, -1).map(({ chunk_id }) => chunk_id));
    for (const [index, chunk] of answer.chunks.entries()) {
      const written = chunks[index]?.proposals ?? [];
      expect(chunk.proposals).toHaveLength(written.length);
      for (const [place, proposal] of chunk.proposals.entries()) {
        const segment = written[place]?.segment ?? [];
        expect(proposal.offers).toHaveLength(faresIn(written[place]).length);
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
    const flights = flightIds(answer.chunks.flatMap(({ proposals }) => proposals)).size;
    expect(flights).toBeGreaterThanOrEqual(30);
    expect(flights).toBeLessThanOrEqual(60);
    const urls = answer.chunks.flatMap(({ proposals }) =>
      proposals.flatMap(({ offers }) => offers.map((o) => o.fareId)),
    );
    expect(new Set(urls).size).toBe(urls.length);
  });

  test.each(queries)('$origin–$destination $returnDate can be flown', (query) => {
    for (const { itinerary } of proposalsOf(query)) {
      const [there, back] = itinerary.segments;
      expect([there?.from, there?.to]).toEqual([query.origin, query.destination]);
      expect(isoDate(there?.legs[0]?.localDep)).toBe(query.departDate);
      if (query.returnDate) {
        expect([back?.from, back?.to]).toEqual([query.destination, query.origin]);
        expect(isoDate(back?.legs[0]?.localDep)).toBe(query.returnDate);
        expect(back?.dep).toBeGreaterThan(there?.arr ?? Infinity);
      } else expect(back).toBeUndefined();
      for (const { legs, stops } of itinerary.segments) {
        for (const [index, leg] of legs.entries()) {
          expect(leg.arr - leg.dep).toBe(leg.minutes * 60);
          const speed = kilometresBetween(leg.from, leg.to) / (leg.minutes / 60);
          expect(speed).toBeLessThan(930);
          const next = legs[index + 1];
          if (!next) continue;
          const wait = (next.dep - leg.arr) / 60;
          expect(wait).toBeGreaterThanOrEqual(50);
          expect(wait).toBeLessThan(36 * 60);
          expect(stops[index]).toEqual({ airport: leg.to, departsFrom: next.from, minutes: wait });
        }
      }
    }
  });

  test.each(queries)('$origin–$destination $returnDate has the local times of its airports', (query) => {
    const shown = new Map(
      legsOf(proposalsOf(query)).flatMap((leg) => [
        [`${leg.from} ${leg.dep}`, { code: leg.from, moment: leg.dep, clock: leg.localDep }],
        [`${leg.to} ${leg.arr}`, { code: leg.to, moment: leg.arr, clock: leg.localArr }],
      ]),
    );
    for (const { code, moment, clock } of shown.values()) {
      expect(new Date(clock * 1000).toISOString().slice(0, 16)).toBe(clockOf(moment, placeOf(code).timeZone));
    }
  });
});

const isoDate = (clock = NaN) => new Date(clock * 1000).toISOString().slice(0, 10);

const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** Computed differently from the sample data: `2027-03-20T09:05`. */
function clockOf(moment: number, timeZone: string): string {
  const format =
    clockFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  clockFormats.set(timeZone, format);
  return format.format(moment * 1000).replace(' ', 'T');
}

test('every airport can be reached from the Gulf and from Germany', () => {
  for (const code of codes) {
    for (const other of ['RUH', 'KWI', 'FRA', 'BER'].filter((end) => end !== code)) {
      expect(routesBetween(other, code, seededRandom(1)).length, `${other}–${code}`).toBeGreaterThan(0);
      expect(routesBetween(code, other, seededRandom(1)).length, `${code}–${other}`).toBeGreaterThan(0);
    }
  }
});

test('deterministic for a search, different for another date', () => {
  const query = queryOf({ returnDate: '2027-03-30' });
  expect(sampleChunks(query, 'id')).toEqual(sampleChunks({ ...query }, 'id'));
  expect(flightIds(proposalsOf(query))).not.toEqual(flightIds(proposalsOf({ ...query, departDate: '2027-03-21' })));
});

test('one chunk per partner: the first at once, complete after about twenty seconds', () => {
  const chunks = sampleChunks(queryOf(), 'id');
  const moments = chunks.map(({ after }) => after);
  expect(moments).toEqual([...moments].sort((one, other) => one - other));
  expect(moments[0]).toBe(0);
  expect(chunks[0]?.chunk.proposals?.length).toBeGreaterThan(10);
  expect(chunks).toHaveLength(7);
  expect(chunks[6]).toEqual({ after: 20_000, chunk: { search_id: 'id' } });
});

test('partners are called samples', () => {
  const names = answered(queryOf()).answer.chunks.flatMap(({ gates }) => Object.values(gates));
  expect(names).toHaveLength(6);
  for (const name of names) expect(name).toMatch(/^Sample partner \d$/);
});

test('returns only after arriving: otherwise there are no flights', () => {
  expect(proposalsOf(queryOf({ destination: 'SYD', returnDate: '2027-03-20' }))).toEqual([]);
  expect(proposalsOf(queryOf({ origin: 'MUC', destination: 'HAM', returnDate: '2027-03-20' })).length).toBeGreaterThan(
    0,
  );
});

describe.each([
  ['RUH', 'FRA', undefined],
  ['KWI', 'MUC', '2027-03-30'],
  ['BGW', 'DUS', undefined],
  ['JED', 'BER', '2027-04-02'],
])('between %s and %s', (origin, destination, returnDate) => {
  const query = queryOf({ origin, destination, ...(returnDate && { returnDate }) });
  const proposals = proposalsOf(query);
  const segments = proposals.flatMap(({ itinerary }) => itinerary.segments);
  const offers = proposals.flatMap((proposal) => proposal.offers);

  test('has flights without, with one and with two stops', () => {
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

  test('several partners sell the same flight at different prices', () => {
    const cheapest = new Map<string, Map<string, number>>();
    for (const { itineraryId, gateId, unifiedPrice } of offers) {
      const byGate = cheapest.get(itineraryId) ?? new Map<string, number>();
      cheapest.set(itineraryId, byGate.set(gateId, Math.min(unifiedPrice, byGate.get(gateId) ?? Infinity)));
    }
    const atSeveral = [...cheapest.values()].filter((byGate) => byGate.size > 1);
    expect(atSeveral.length).toBeGreaterThan(10);
    for (const byGate of atSeveral) expect(new Set(byGate.values()).size).toBeGreaterThan(1);
    expect(new Set(offers.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']));
  });

  test('has all kinds of baggage: none, pieces, with weight or size, total weight, unknown, different by leg', () => {
    const allowances = offers.flatMap(({ baggageLegs }) => baggageLegs.flat());
    expect(allowances).toContain(null);
    expect(allowances).toContainEqual({ pieces: 0 });
    expect(allowances).toContainEqual({ pieces: 1 });
    expect(allowances).toContainEqual({ pieces: 1, kgEach: 23 });
    expect(allowances).toContainEqual({ kgTotal: 20 });
    const inHand = offers.flatMap(({ handBaggageLegs }) => handBaggageLegs.flat());
    expect(inHand.some((allowance) => allowance && 'pieces' in allowance && allowance.centimetres)).toBe(true);
    expect(
      offers.some(({ baggageLegs }) => new Set(baggageLegs.flat().map((code) => JSON.stringify(code))).size > 1),
    ).toBe(true);
  });
});

test('writes baggage in all notations of suppliers', () => {
  const fares = answered(queryOf()).chunks.flatMap(({ proposals = [] }) => proposals.flatMap(faresIn));
  const written = fares.flatMap(({ flights_baggage, flights_handbags }) =>
    [flights_baggage, flights_handbags].flatMap((levels) => (levels as unknown[][] | undefined)?.flat() ?? [undefined]),
  );
  const ways = [
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
  for (const way of ways) expect(written).toContain(way);
});

describe('a price', () => {
  const cheapest = (change: Partial<FlightQuery>) => offersOf(queryOf(change)).map(({ price }) => price);
  const one = cheapest({});

  test.each([
    ['two adults is twice the price', { adults: 2 }, 2],
    ['a child adds three quarters', { children: 1 }, 1.75],
    ['an infant adds a tenth', { infants: 1 }, 1.1],
    ['a family', { adults: 2, children: 2, infants: 1 }, 3.6],
    ['business class', { travelClass: 'C' }, 3.3],
  ] as const)('of %s', (_, change, factor) => {
    const prices = cheapest(change);
    expect(prices).toHaveLength(one.length);
    for (const [index, price] of prices.entries()) expect(price / (one[index] ?? NaN)).toBeCloseTo(factor, 3);
  });

  test('has a constant exchange rate to the reference currency', () => {
    for (const { price, currency, unifiedPrice } of offersOf(queryOf())) {
      expect(unifiedPrice / price).toBeCloseTo(currency === 'USD' ? 100 / 1.08 : 100, 0);
    }
  });
});
