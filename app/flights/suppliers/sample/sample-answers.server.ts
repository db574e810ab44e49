import { createHash } from 'node:crypto';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import type { WireChunk, WireProposal, WireSegment } from '../api/wire/wire-format.ts';
import { faresOf, type SampleGate, sampleGates } from './fares.ts';
import { kilometresBetween } from './places.ts';
import { type Route, routesBetween } from './routes.ts';
import { carrierOf } from './sample-carriers.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type SpecialCases, timetable } from './timetable.ts';

/** A chunk of sample data, and when it becomes available. */
export interface TimedChunk {
  /** Milliseconds from the start of the search. */
  after: number;
  chunk: WireChunk;
}

/** When the final item arrives (ms). */
const endsAfter = 20_000;

/** Number of departures for each direction. */
const departures = 36;
/** Number of round trips combined from them. */
const roundTrips = 48;
/** Minimum stay before the return flight (s). */
const shortestStay = 2 * 3600;

/**
 * Generates sample flights between two airports of the bundled list, in the format of the product's API (spec, section
 * 7). Deterministic: the same route and dates have the same flights; travellers and class only affect prices.
 */
export function sampleChunks(query: FlightQuery, searchId: string): TimedChunk[] {
  const journeys = journeysOf(query);
  const chunks = sampleGates.map((gate, index) => ({
    after: gate.answersAfter,
    chunk: chunkOf(gate, index, journeys, query, searchId),
  }));
  return [...chunks, { after: endsAfter, chunk: { search_id: searchId } }];
}

/** A one-way or round trip with its base price. */
interface Journey {
  segments: WireSegment[];
  /** Price for one adult in economy class. */
  euros: number;
  isOneTicket: boolean;
  /** Indices of the partners in {@link sampleGates} that sell it; at least one. */
  gates: Set<number>;
}

function journeysOf(query: FlightQuery): Journey[] {
  const { origin, destination, departDate, returnDate } = query;
  const outward = directionsOf(origin, destination, departDate, query);
  const random = seededRandom(seedOf(`${origin} ${destination} ${departDate} ${returnDate ?? ''}`));
  const journey = (parts: Direction[]): Journey => ({
    segments: parts.map(({ segment }) => segment),
    euros: parts.reduce((sum, { euros }) => sum + euros, 0),
    isOneTicket: parts.every(({ isOneTicket }) => isOneTicket),
    gates: sellers(random),
  });
  if (!returnDate) return outward.map((direction) => journey([direction]));

  const back = directionsOf(destination, origin, returnDate, query);
  const pairs = outward.flatMap((there) =>
    back
      .filter((other) => mayFollow(there, other))
      .map((other) => ({
        parts: [there, other],
        liking: random.number(0, 1) + (there.carrier === other.carrier ? 1 : 0),
      }))
      .sort((one, other) => other.liking - one.liking)
      .map(({ parts }, rank) => ({ parts, rank })),
  );
  // Every flight out once, then all of them anew with another way back.
  return pairs
    .sort((one, other) => one.rank - other.rank)
    .slice(0, roundTrips)
    .map(({ parts }) => journey(parts));
}

/** One direction of a journey. */
interface Direction {
  segment: WireSegment;
  euros: number;
  carrier: string;
  isOneTicket: boolean;
}

function mayFollow(there: Direction, back: Direction): boolean {
  const { flight } = there.segment;
  const arrival = flight[flight.length - 1]?.arrival_timestamp ?? 0;
  return (back.segment.flight[0]?.departure_timestamp ?? 0) >= arrival + shortestStay;
}

function directionsOf(from: string, to: string, date: IsoDate, { travelClass }: FlightQuery): Direction[] {
  const random = seededRandom(seedOf(`${from} ${to} ${date}`));
  const kilometres = kilometresBetween(from, to);
  return plansOf(routesBetween(from, to, random), random).map(({ route, departsAt, manner }) => ({
    segment: timetable(route, date, departsAt, manner, travelClass, random),
    euros: eurosOf(route, kilometres, manner, random),
    carrier: route.hops[0]?.carrier ?? '',
    isOneTicket: route.isSingleTicket,
  }));
}

/** A departure to build a timetable for. */
interface Plan {
  route: Route;
  /** Minutes after midnight. */
  departsAt: number;
  manner: SpecialCases;
}

function plansOf(routes: Route[], random: SeededRandom): Plan[] {
  const rounds = Array.from({ length: Math.ceil(departures / routes.length) }, () => routes);
  const taken = new Set<number>();
  let stopping = 0;
  const plans = rounds
    .flat()
    .slice(0, departures)
    .map((route, index): Plan => {
      if (route.hops.length > 1) stopping += 1;
      const manner = mannerOf(route, index, stopping);
      let departsAt = departureOf(manner, random);
      // Equal departure minutes would be merged into one flight.
      while (taken.has(departsAt)) departsAt = (departsAt + 5) % (24 * 60);
      taken.add(departsAt);
      return { route, departsAt, manner };
    });
  // Except for one pair: the second continues only the next morning where the first connects at once.
  const twin = plans.find(({ route, manner }) => route.hops.length > 1 && manner.wait === 'usual');
  return twin ? [...plans, { ...twin, manner: { ...twin.manner, wait: 'overnight' } }] : plans;
}

/** Every special case occurs in every search, as far as its routes allow. */
function mannerOf(route: Route, index: number, stopping: number): SpecialCases {
  const isStopping = route.hops.length > 1;
  return {
    wait: isStopping && stopping % 6 === 3 ? 'overnight' : isStopping && stopping % 15 === 5 ? 'nextEvening' : 'usual',
    isCodeshare: index % 7 === 2,
    lacksAircraft: index % 11 === 4,
    isMixedClass: isStopping && stopping % 9 === 7,
  };
}

/** Minutes after midnight. */
function departureOf({ wait }: SpecialCases, random: SeededRandom): number {
  const [earliest, latest] = {
    usual: [0, 23 * 60 + 55],
    overnight: [14 * 60, 19 * 60],
    nextEvening: [20.5 * 60, 23 * 60],
  }[wait] as [number, number];
  return random.integer(earliest / 5, latest / 5) * 5;
}

/** Stops, long layovers and separate tickets are cheaper. */
function eurosOf(route: Route, kilometres: number, manner: SpecialCases, random: SeededRandom): number {
  const usual = 55 + 0.055 * kilometres;
  const byStops = [1.15, 0.95, 0.85][route.hops.length - 1] ?? 1;
  const byTicket = route.isSingleTicket ? 1 : 0.82;
  const byWaiting = manner.wait === 'usual' ? 1 : 0.78;
  return usual * byStops * byTicket * byWaiting * random.number(0.85, 1.4);
}

/** Which partners sell a journey, as indices of {@link sampleGates}. */
function sellers(random: SeededRandom): Set<number> {
  const selling = sampleGates.flatMap(({ share }, index) => (random.chance(share) ? [index] : []));
  return new Set(selling.length > 0 ? selling : [random.integer(0, sampleGates.length - 1)]);
}

function chunkOf(
  gate: SampleGate,
  index: number,
  journeys: Journey[],
  query: FlightQuery,
  searchId: string,
): WireChunk {
  let url = (index + 1) * 10_000;
  const proposals = journeys
    .filter(({ gates }) => gates.has(index))
    .map((journey): WireProposal => {
      const { segments, euros, isOneTicket } = journey;
      const fares = faresOf(
        gate,
        query,
        euros,
        segments.map(({ flight }) => flight.length),
        url,
      );
      const [cheapest] = Object.values(fares);
      if (!cheapest) throw new RangeError('the partner has no fares');
      url += Object.keys(fares).length;
      return {
        sign: signOf(segments),
        segment: segments,
        terms: { [gate.id]: cheapest },
        ...(!gate.hasOneFare && { xterms: { [gate.id]: fares } }),
        ...(!isOneTicket && { is_virtual_interline: true }),
      };
    });
  const legs = proposals.flatMap(({ segment }) => segment.flatMap(({ flight }) => flight));
  return {
    chunk_id: `${searchId}-${gate.id}`,
    search_id: searchId,
    gates_info: { [gate.id]: { label: gate.label, currency_code: gate.currency, is_airline: gate.isAirline ?? false } },
    airlines: named(
      legs.flatMap(({ operating_carrier, marketing_carrier }) => [
        operating_carrier,
        marketing_carrier ?? operating_carrier,
      ]),
      (code) => carrierOf(code).name,
    ),
    airports: named(
      legs.flatMap(({ departure, arrival }) => [departure, arrival]),
      (code) => airportByCode(code)?.name.en ?? code,
    ),
    proposals,
    market: 'de',
  };
}

function named(codes: string[], nameOf: (code: string) => string): Record<string, { name: string }> {
  return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, { name: nameOf(code) }]));
}

/** Identifies the same flights across partners. */
function signOf(segments: WireSegment[]): string {
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
