import type { CurrencyRates } from './currency.ts';

/**
 * The domain model of flights (spec, section 3). It is independent of supplier formats, which `supplier.server.ts`
 * hides. Timestamps are whole seconds since 1970 (UTC). Local wall-clock times are stored as if they were UTC: format
 * them with `timeZone: 'UTC'`, and never calculate differences between them.
 */

/** One flight, or a bus or train ride sold as one. */
export interface Leg {
  /** IATA codes. */
  from: string;
  to: string;
  dep: number;
  arr: number;
  /** Local wall-clock times at `from` and `to`. */
  localDep: number;
  localArr: number;
  /** Flight time (min). */
  minutes: number;
  /** IATA code of the operating carrier, or of the marketing carrier if unknown; empty if both are unknown. */
  carrier: string;
  /** IATA code of the marketing carrier; empty if unknown. */
  marketingCarrier: string;
  /** Flight number without the airline's code: `632`. */
  number: string;
  aircraft?: string;
  /** IATA codes of landings without a change of aircraft. */
  technicalStops: string[];
  cabin?: TravelClass;
  /** Set for ground transport. */
  vehicle?: Vehicle;
  /**
   * Set if the supplier contradicts itself about the local time of departure or arrival. Such a leg is never stored
   * (`contradictions.ts`).
   */
  hasDisputedTime?: true;
}

/** Ground transport that is sold like a flight. */
export type Vehicle = 'bus' | 'train';

/** IATA codes: economy, premium economy, business, first. */
export const travelClasses = ['Y', 'W', 'C', 'F'] as const;
export type TravelClass = (typeof travelClasses)[number];

/** A layover between two legs. */
export interface Stop {
  /** IATA code of the arrival airport. */
  airport: string;
  /** IATA code of the next departure airport; differs from `airport` if travellers have to change airports. */
  departsFrom: string;
  /** Waiting time (min), rounded: what the supplier states, or else the time between the legs. */
  minutes: number;
}

/** One direction of the journey: outbound, return, or one of several. */
export interface Segment {
  from: string;
  to: string;
  dep: number;
  arr: number;
  /** Total flight time without layovers (min). */
  duration: number;
  /** Time from the first departure to the last arrival (min). */
  elapsed: number;
  /** Operating carrier of the first leg. */
  carrier: string;
  aircraft?: string;
  legs: Leg[];
  /** Layovers between the legs; always one fewer than the legs. */
  stops: Stop[];
}

/** The legs that a traveller actually takes. */
export interface Itinerary {
  /** Identical for identical legs, whoever sells them. */
  id: string;
  segments: Segment[];
  /** IATA codes; sorted, without duplicates. */
  carriers: string[];
}

/**
 * Drawbacks that a traveller with a wheelchair or a lot of luggage must know about before booking:
 * - `self_transfer`: the tickets are separate; travellers must collect baggage and check it in again, and nobody is
 *   liable for missed connections
 * - `airport_change`: the journey continues from another airport
 * - `short_connection`: there is less than an hour to change planes
 * - `overnight_layover`: the traveller spends the night at an airport
 */
export const warnings = ['self_transfer', 'airport_change', 'short_connection', 'overnight_layover'] as const;
export type Warning = (typeof warnings)[number];

/**
 * The baggage allowance on one leg; null if the supplier does not state it, which differs from no baggage (`pieces:
 * 0`). The supplier may state pieces without a weight, or a total weight without a number of pieces.
 */
export type BaggageAllowance = { pieces: number; kgEach?: number; centimetres?: string } | { kgTotal: number } | null;

/** What a ticket allows: without a stated fee, for a fee, or not at all. */
export type FareTerm = 'yes' | 'fee' | 'no';

/** One fare of one partner. */
export interface Offer {
  /** Id of the partner that sells the fare. */
  gateId: string;
  /** The partner's name or code for the fare: opaque, but the partner's staff know it. Empty if there is none. */
  fareName: string;
  /** Total price for all travellers, in `currency`. */
  price: number;
  /** ISO 4217 code in upper case. */
  currency: string;
  /** The price in the supplier's reference currency, for comparison only. */
  unifiedPrice: number;
  /** Identifies the fare for booking; unique within a search. */
  fareId: string;
  /**
   * Increases with every change of the fare: the offer with the highest revision replaces the others of the same gate
   * and fare, whatever they cost. Missing (counts as 0) if the supplier does not revise fares: then the cheapest is
   * kept.
   */
  revision?: number;
  /** When the fare expires, if this is before the end of the offer lifetime. */
  expiresAt?: number;
  /** Set if the fare has no booking link: only our staff can book it. */
  onRequest?: true;
  /** Id of the itinerary that the fare covers. */
  itineraryId: string;
  /** Allowances for checked baggage, by segment and leg. */
  baggageLegs: BaggageAllowance[][];
  /** Allowances for hand baggage, by segment and leg. */
  handBaggageLegs: BaggageAllowance[][];
  /** By segment; each list in the order of {@link warnings}. */
  warnings: Warning[][];
  /** Whether the whole journey can be refunded before departure; missing if what the legs state does not settle it. */
  refund?: FareTerm;
  /** Whether the whole journey can be changed before departure; missing if what the legs state does not settle it. */
  change?: FareTerm;
  /** Seats left on the fullest leg, from 1 to 9, where 9 stands for more; missing if no leg states them. */
  seatsLeft?: number;
}

/** Partners report at most nine seats: nine stands for nine or more. */
export const manySeats = 9;

/** Whether an offer is known to have fewer seats left than the travellers need. */
export function lacksSeats({ seatsLeft = manySeats }: Pick<Offer, 'seatsLeft'>, seats: number): boolean {
  return seatsLeft < manySeats && seatsLeft < seats;
}

/**
 * All journeys between the same airports with the same departure minute in each direction (spec, section 3). Partners
 * may sell them with different legs or carriers: each combination is an itinerary, and each offer refers to its own.
 */
export interface Flight {
  /** Hash of each segment's airports and departure time. */
  id: string;
  /** Sorted by id. */
  itineraries: Itinerary[];
  /** IATA codes of the carriers of all itineraries; sorted, without duplicates. */
  carriers: string[];
  /** By gate id; each list sorted by {@link Offer.unifiedPrice}. */
  offersByGateId: Record<string, Offer[]>;
  /** The offer with the lowest unified price. */
  best: Offer;
}

/** One itinerary of a supplier's response with its offers. */
export interface Proposal {
  flightId: string;
  itinerary: Itinerary;
  /** At least one. */
  offers: Offer[];
}

/** The supplier's names, used for codes that our own lists lack. */
export interface Names {
  /** Partners by gate id. */
  gates: Record<string, string>;
  /** By IATA code. */
  airlines: Record<string, string>;
  airports: Record<string, string>;
  /** Cities of the airports. */
  cities?: Record<string, string>;
}

/**
 * The version of the stored form of {@link Chunk}. Increase it whenever the shape of any type above changes: searches
 * with chunks of another version count as expired and are started again.
 */
export const chunkVersion = 6;

/** Part of a search's results. The order of chunks does not matter. */
export interface Chunk extends Names {
  id: string;
  proposals: Proposal[];
  /** Number of further proposals, left out because their data contradict themselves; missing if there are none. */
  leftOut?: number;
  /** Missing if the supplier states none. */
  rates?: CurrencyRates;
}
