import { createHash } from 'node:crypto';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { airportsOf } from '#app/places/airports/areas.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import type { WireChunk, WireLeg, WireProposal, WireSegment } from '../api/wire/wire-format.ts';
import { createFares, type SampleGate, sampleGates, sampleRates } from './fares.ts';
import { kilometresBetween } from './places.ts';
import { type Route, routesBetween } from './routes.ts';
import { carrierOf } from './sample-carriers.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { createSegment, type SpecialCases } from './timetable.ts';

/** A chunk of sample data with the time at which it becomes available. */
export interface TimedChunk {
  /** Time from the start of the search (ms). */
  after: number;
  chunk: WireChunk;
}

/** Time from the start of the search to the final item (ms). */
const searchDuration = 20_000;

/** Number of departures in each direction. */
const departureCount = 36;
/** Maximum number of round trips combined from the departures. */
const maxRoundTrips = 48;
/** Minimum stay before the return flight (s). */
const minStay = 2 * 3600;

/**
 * Generates sample flights between two airports or areas of the bundled lists, in the format of the product's API
 * (spec, section 7). The result is deterministic: the same route and dates have the same flights, and travellers and
 * class affect only prices.
 */
export function sampleChunks(query: FlightQuery, searchId: string): TimedChunk[] {
  const journeys = airportsOf(query.origin).flatMap((origin) =>
    airportsOf(query.destination).flatMap((destination) => createJourneys({ ...query, origin, destination })),
  );
  const chunks = sampleGates.map((gate, index) => ({
    after: gate.responseTime,
    chunk: createChunk(gate, index, journeys, query, searchId),
  }));
  return [...chunks, { after: searchDuration, chunk: { search_id: searchId } }];
}

/** A one-way or round trip with its base price. */
interface Journey {
  segments: WireSegment[];
  /** Price for one adult in economy class. */
  euros: number;
  isSingleTicket: boolean;
  /** Indices in {@link sampleGates} of the partners that sell the journey; at least one. */
  gates: Set<number>;
}

function createJourneys(query: FlightQuery): Journey[] {
  const { origin, destination, departDate, returnDate } = query;
  const outbound = createDirections(origin, destination, departDate, query);
  const random = seededRandom(seedOf(`${origin} ${destination} ${departDate} ${returnDate ?? ''}`));
  const createJourney = (directions: Direction[]): Journey => ({
    segments: directions.map(({ segment }) => segment),
    euros: directions.reduce((sum, { euros }) => sum + euros, 0),
    isSingleTicket: directions.every(({ isSingleTicket }) => isSingleTicket),
    gates: pickGates(random),
  });
  if (!returnDate) return outbound.map((direction) => createJourney([direction]));

  const inbound = createDirections(destination, origin, returnDate, query);
  const pairs = outbound.flatMap((departure) =>
    inbound
      .filter((candidate) => canReturnOn(departure, candidate))
      .map((candidate) => ({
        directions: [departure, candidate],
        score: random.number(0, 1) + (departure.carrier === candidate.carrier ? 1 : 0),
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ directions }, rank) => ({ directions, rank })),
  );
  // Each outbound flight with its best return flight, then each with its second-best, and so on.
  return pairs
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxRoundTrips)
    .map(({ directions }) => createJourney(directions));
}

/** One direction of a journey. */
interface Direction {
  segment: WireSegment;
  /** Price for one adult in economy class. */
  euros: number;
  carrier: string;
  isSingleTicket: boolean;
}

function canReturnOn(outbound: Direction, inbound: Direction): boolean {
  const { flight } = outbound.segment;
  const arrival = flight[flight.length - 1]?.arrival_timestamp ?? 0;
  return (inbound.segment.flight[0]?.departure_timestamp ?? 0) >= arrival + minStay;
}

function createDirections(from: string, to: string, date: IsoDate, query: FlightQuery): Direction[] {
  const random = seededRandom(seedOf(`${from} ${to} ${date}`));
  const kilometres = kilometresBetween(from, to);
  return planDepartures(routesBetween(from, to, random), random).map(({ route, departsAt, specialCases }) => {
    const segment = createSegment(route, date, departsAt, specialCases, query.travelClass, random);
    return {
      segment: { ...segment, flight: segment.flight.map((leg) => withSeatsFor(query, leg)) },
      euros: priceOf(route, kilometres, specialCases, random),
      carrier: route.hops[0]?.carrier ?? '',
      isSingleTicket: route.isSingleTicket,
    };
  });
}

/** Partners find only flights with a seat for every traveller, except for infants, and report at most nine seats. */
function withSeatsFor({ adults, children }: FlightQuery, leg: WireLeg): WireLeg {
  return leg.seats === undefined ? leg : { ...leg, seats: Math.min(9, leg.seats + adults + children - 1) };
}

/** A departure to create a segment for. */
interface Departure {
  route: Route;
  /** Minutes after midnight. */
  departsAt: number;
  specialCases: SpecialCases;
}

function planDepartures(routes: Route[], random: SeededRandom): Departure[] {
  const repeatedRoutes = Array.from({ length: Math.ceil(departureCount / routes.length) }, () => routes).flat();
  const usedTimes = new Set<number>();
  let stopCount = 0;
  const departures = repeatedRoutes.slice(0, departureCount).map((route, index): Departure => {
    if (route.hops.length > 1) stopCount += 1;
    const specialCases = chooseSpecialCases(route, index, stopCount);
    let departsAt = chooseDepartureTime(specialCases, random);
    // Departures in the same minute would be merged into one flight.
    while (usedTimes.has(departsAt)) departsAt = (departsAt + 5) % (24 * 60);
    usedTimes.add(departsAt);
    return { route, departsAt, specialCases };
  });
  // One departure is repeated with a longer layover, so that one flight has two itineraries.
  const repeated = departures.find(
    ({ route, specialCases }) => route.hops.length > 1 && specialCases.layover === 'normal',
  );
  if (!repeated) return departures;
  return [...departures, { ...repeated, specialCases: { ...repeated.specialCases, layover: 'overnight' } }];
}

/**
 * Chooses special cases so that each occurs in every search whose routes allow it.
 * @param index index of the departure
 * @param stopCount number of departures with stops so far, including this one
 */
function chooseSpecialCases(route: Route, index: number, stopCount: number): SpecialCases {
  const hasStop = route.hops.length > 1;
  return {
    layover: hasStop ? layoverOf(stopCount) : 'normal',
    isCodeshare: index % 7 === 2,
    lacksAircraft: index % 11 === 4,
    isMixedClass: hasStop && stopCount % 9 === 7,
  };
}

function layoverOf(stopCount: number): SpecialCases['layover'] {
  if (stopCount % 6 === 3) return 'overnight';
  if (stopCount % 15 === 5) return 'nextEvening';
  return stopCount % 7 === 1 ? 'short' : 'normal';
}

/** Returns a departure time (minutes after midnight) that suits the layover. */
function chooseDepartureTime({ layover }: SpecialCases, random: SeededRandom): number {
  const [earliest, latest] = {
    normal: [0, 23 * 60 + 55],
    short: [0, 23 * 60 + 55],
    overnight: [14 * 60, 19 * 60],
    nextEvening: [20.5 * 60, 23 * 60],
  }[layover] as [number, number];
  return random.integer(earliest / 5, latest / 5) * 5;
}

/** Returns the price (euros) for one adult in economy class. Stops, long layovers and separate tickets lower it. */
function priceOf(route: Route, kilometres: number, { layover }: SpecialCases, random: SeededRandom): number {
  const basePrice = 55 + 0.055 * kilometres;
  const stopFactor = [1.15, 0.95, 0.85][route.hops.length - 1] ?? 1;
  const ticketFactor = route.isSingleTicket ? 1 : 0.82;
  const layoverFactor = layover === 'normal' || layover === 'short' ? 1 : 0.78;
  return basePrice * stopFactor * ticketFactor * layoverFactor * random.number(0.85, 1.4);
}

/** Picks the partners that sell a journey, as indices in {@link sampleGates}. */
function pickGates(random: SeededRandom): Set<number> {
  const gates = sampleGates.flatMap(({ share }, index) => (random.chance(share) ? [index] : []));
  return new Set(gates.length > 0 ? gates : [random.integer(0, sampleGates.length - 1)]);
}

function createChunk(
  gate: SampleGate,
  index: number,
  journeys: Journey[],
  query: FlightQuery,
  searchId: string,
): WireChunk {
  let nextUrl = (index + 1) * 10_000;
  const proposals = journeys
    .filter(({ gates }) => gates.has(index))
    .map((journey): WireProposal => {
      const { segments, euros, isSingleTicket } = journey;
      const fares = createFares(
        gate,
        query,
        euros,
        segments.map(({ flight }) => flight.length),
        nextUrl,
      );
      const [cheapest] = Object.values(fares);
      if (!cheapest) throw new RangeError(`Sample gate ${gate.id} has no fares`);
      nextUrl += Object.keys(fares).length;
      return {
        sign: createSign(segments),
        segment: segments,
        terms: { [gate.id]: cheapest },
        ...(!gate.hasCheapestFareOnly && { xterms: { [gate.id]: fares } }),
        ...(!isSingleTicket && { is_virtual_interline: true }),
      };
    });
  const legs = proposals.flatMap(({ segment }) => segment.flatMap(({ flight }) => flight));
  return {
    chunk_id: `${searchId}-${gate.id}`,
    search_id: searchId,
    gates_info: { [gate.id]: { label: gate.label, currency_code: gate.currency, is_airline: gate.isAirline ?? false } },
    airlines: createNames(
      legs.flatMap(({ operating_carrier, marketing_carrier }) => [
        operating_carrier,
        marketing_carrier ?? operating_carrier,
      ]),
      (code) => carrierOf(code).name,
    ),
    airports: createNames(
      legs.flatMap(({ departure, arrival }) => [departure, arrival]),
      (code) => airportByCode(code)?.name.en ?? code,
    ),
    proposals,
    currency_rates: sampleRates,
    market: 'de',
  };
}

function createNames(codes: string[], nameOf: (code: string) => string): Record<string, { name: string }> {
  return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, { name: nameOf(code) }]));
}

/** Returns a `sign`, which is the same for the same flights at all partners. */
function createSign(segments: WireSegment[]): string {
  const legs = segments.flatMap(({ flight }) => flight);
  return hash(legs.map((leg) => `${leg.operating_carrier}${leg.number} ${leg.departure_timestamp}`).join()).toString(
    'hex',
    0,
    16,
  );
}

function seedOf(text: string): number {
  return hash(text).readInt32BE();
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
