import type {
  BaggageAllowance,
  Chunk,
  Itinerary,
  Leg,
  Names,
  Offer,
  Proposal,
  Segment,
} from '../../app/flights/model/flight.ts';
import { FlightCollection } from '../../app/flights/model/flight-collection.ts';
import type { FlightQuery } from '../../app/flights/model/flight-query.ts';
import type { Search } from '../../app/flights/searches/searches.server.ts';
import { offsets } from './wire-responses.ts';

/** UTC offsets (hours). XQX and XQY are not in our list of airports. */
const utcOffsets: Record<string, number> = { ...offsets, JED: 3, DMM: 3, XQX: 0, XQY: 0 };

/** The date of a wall-clock time without a day offset. */
const firstDay = '2027-03-26';

/** Parses a wall-clock time into seconds, as if it were UTC: `08:00`, or `08:00+1` for a day later. */
export function wallClock(text: string): number {
  const [, hours, minutes, days = '0'] = /^(\d\d):(\d\d)(?:\+(\d+))?$/.exec(text) ?? [];
  if (hours === undefined) throw new Error(`Not a wall-clock time: ${text}`);
  return Date.parse(firstDay) / 1000 + ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60;
}

/**
 * Parses a journey in local times: `TK RUH 20:00 IST 23:30, TK SAW 05:00+1 FRA 07:20+1`. Legs are separated by commas,
 * directions by slashes; `-` stands for an unknown airline.
 * @param changes properties to replace in the legs, in order
 */
export function itinerary(text: string, ...changes: Partial<Leg>[]): Itinerary {
  let count = 0;
  const segments = text.split(' / ').map((direction) => {
    const legs = direction.split(', ').map((leg) => ({ ...parseLeg(leg), ...changes[count++] }));
    return segmentOf(legs);
  });
  const carriers = new Set(segments.flatMap(({ legs }) => legs.flatMap(({ carrier }) => carrier || [])));
  return {
    id: [text, ...changes.map((change) => JSON.stringify(change))].join(' '),
    segments,
    carriers: [...carriers].sort(),
  };
}

function parseLeg(text: string): Leg {
  const [carrier = '', from = '', departs = '', to = '', arrives = ''] = text.split(' ');
  const [localDep, localArr] = [wallClock(departs), wallClock(arrives)];
  const dep = localDep - (utcOffsets[from] ?? NaN) * 3600;
  const arr = localArr - (utcOffsets[to] ?? NaN) * 3600;
  if (!(arr > dep))
    throw new Error(`The leg arrives before it departs, or the UTC offset of an airport is unknown: ${text}`);
  const code = carrier === '-' ? '' : carrier;
  const minutes = (arr - dep) / 60;
  return {
    from,
    to,
    dep,
    arr,
    localDep,
    localArr,
    minutes,
    carrier: code,
    marketingCarrier: code,
    number: '100',
    technicalStops: [],
  };
}

function segmentOf(legs: Leg[]): Segment {
  const first = legs[0];
  const last = legs[legs.length - 1];
  if (!first || !last) throw new Error('No legs');
  return {
    from: first.from,
    to: last.to,
    dep: first.dep,
    arr: last.arr,
    duration: legs.reduce((sum, { minutes }) => sum + minutes, 0),
    elapsed: (last.arr - first.dep) / 60,
    carrier: first.carrier,
    legs,
    stops: legs.slice(1).map((leg, index) => {
      const before = legs[index] ?? leg;
      return { airport: before.to, departsFrom: leg.from, minutes: (leg.dep - before.arr) / 60 };
    }),
  };
}

/** Properties of an offer that differ from the defaults. A single allowance applies to every leg. */
export interface OfferOverrides extends Partial<Omit<Offer, 'itineraryId' | 'baggageLegs' | 'handBaggageLegs'>> {
  baggage?: BaggageAllowance | BaggageAllowance[][];
  handBaggage?: BaggageAllowance | BaggageAllowance[][];
}

/**
 * Returns a journey with its offers. The flight's id names the airports and departure of each direction, such as
 * `RUH-FRA 08:00`.
 * @param journey in the notation of {@link itinerary}
 * @param overrides the offers; by default one for 1000
 */
export function proposalFor(journey: string | Itinerary, ...overrides: OfferOverrides[]): Proposal {
  const parsed = typeof journey === 'string' ? itinerary(journey) : journey;
  const departures = parsed.id.split(' / ').map((direction) => direction.split(' ')[2]);
  const flightId = parsed.segments.map(({ from, to }, index) => `${from}-${to} ${departures[index]}`).join(' / ');
  return {
    flightId,
    itinerary: parsed,
    offers: (overrides.length > 0 ? overrides : [{}]).map((offer) => offerOf(parsed, offer)),
  };
}

function offerOf({ id, segments }: Itinerary, { baggage, handBaggage, ...overrides }: OfferOverrides): Offer {
  const { gateId = 'gate', price = 1000 } = overrides;
  const byLeg = (allowance: BaggageAllowance | BaggageAllowance[][] = null) =>
    Array.isArray(allowance) ? allowance : segments.map(({ legs }) => legs.map(() => allowance));
  return {
    gateId,
    fareName: '',
    price,
    currency: 'EUR',
    unifiedPrice: price,
    fareId: `${gateId} ${price} ${id}`,
    itineraryId: id,
    baggageLegs: byLeg(baggage),
    handBaggageLegs: byLeg(handBaggage),
    warnings: segments.map(() => []),
    ...overrides,
  };
}

/** Wraps proposals in one chunk, as a supplier sends them. */
function chunk(proposals: Proposal[], names: Partial<Names> = {}): Chunk {
  return { id: 'chunk', gates: {}, airlines: {}, airports: {}, ...names, proposals };
}

/** Collects proposals as the results of a search. */
export function collection(proposals: Proposal[], names?: Partial<Names>): FlightCollection {
  const results = new FlightCollection();
  results.add(chunk(proposals, names));
  return results;
}

/** Returns a query for a one-way flight for one adult from Riyadh to Frankfurt on {@link firstDay}. */
export function flightQuery(changes: Partial<FlightQuery> = {}): FlightQuery {
  return {
    origin: 'RUH',
    destination: 'FRA',
    departDate: firstDay,
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
    ...changes,
  };
}

/** Returns a completed search with unexpired offers, started on 20 March 2027 at 13:05 UTC. */
export function search(results: FlightCollection, changes: Partial<Search> = {}): Search {
  const startedAt = Date.UTC(2027, 2, 20, 13, 5);
  return {
    id: 'search',
    query: flightQuery(),
    state: 'complete',
    problem: null,
    version: 1,
    startedAt,
    expiresAt: startedAt + 15 * 60_000,
    results,
    isExpired: false,
    ...changes,
  };
}
