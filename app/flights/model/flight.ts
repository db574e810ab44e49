/**
 * The domain model of flights (spec, section 3), independent of any supplier's format, which stays behind
 * `supplier.server.ts`. Timestamps are whole seconds since 1970 (UTC). Local wall-clock times are stored as if they
 * were UTC: format them with `timeZone: 'UTC'`, and never calculate differences between them.
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
  /** IATA code of the operating carrier, else of the marketing carrier; empty if neither is known. */
  carrier: string;
  /** IATA code of the marketing carrier; empty if unknown. */
  marketingCarrier: string;
  /** Without the airline's code: `632`. */
  number: string;
  aircraft?: string;
  /** IATA codes of landings without a change of aircraft. */
  technicalStops: string[];
  cabin?: TravelClass;
  /** Set for ground transport. */
  vehicle?: 'bus' | 'train';
}

export const travelClasses = ['Y', 'W', 'C', 'F'] as const;
/** IATA: economy, premium economy, business, first. */
export type TravelClass = (typeof travelClasses)[number];

/** A layover between two legs. */
export interface Stop {
  /** IATA code of the airport of arrival. */
  airport: string;
  /** IATA code of the next departure airport; differs from `airport` if travellers have to change airports. */
  departsFrom: string;
  /** Waiting time (min), rounded. */
  minutes: number;
}

/** One direction of the journey: outbound, or return. */
export interface Segment {
  from: string;
  to: string;
  dep: number;
  arr: number;
  /** Total flight time without layovers (min). */
  duration: number;
  /** From first departure to last arrival (min). */
  elapsed: number;
  /** Operating carrier of the first leg. */
  carrier: string;
  aircraft?: string;
  legs: Leg[];
  /** One fewer than legs. */
  stops: Stop[];
}

/** The legs a traveller actually takes. */
export interface Itinerary {
  /** Equal for equal legs, whoever sells them. */
  id: string;
  segments: Segment[];
  /** Sorted, without duplicates. */
  carriers: string[];
}

/**
 * What a traveller with a wheelchair or much luggage must know before booking:
 * - `self_transfer`: separate tickets; baggage has to be collected and checked in again, and nobody is liable for
 *   missed connections
 * - `airport_change`: the journey continues from another airport
 * - `overnight_layover`: the night is spent at an airport
 */
export const warnings = ['self_transfer', 'airport_change', 'overnight_layover'] as const;
export type Warning = (typeof warnings)[number];

/**
 * The baggage allowance on one leg; null if the supplier does not state it, which is not the same as none (`pieces:
 * 0`). Pieces may come without a weight, and a total weight without a number of pieces.
 */
export type BaggageAllowance = { pieces: number; kgEach?: number; centimetres?: string } | { kgTotal: number } | null;

/** One fare of one partner. */
export interface Offer {
  /** The partner that sells it. */
  gateId: string;
  /** The supplier's internal name: opaque, not for display. */
  fareName: string;
  /** For all travellers together, in `currency`. */
  price: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** The price in the supplier's reference currency, for comparison only. */
  unifiedPrice: number;
  /** Identifies the fare for booking; unique within a search. */
  fareId: string;
  /** When the supplier stops selling it at this price, if that is before the search's offers expire. */
  expiresAt?: number;
  /** The itinerary it is a ticket for. */
  itineraryId: string;
  /** By segment and leg. */
  baggageLegs: BaggageAllowance[][];
  handBaggageLegs: BaggageAllowance[][];
  /** By segment; each sorted as in {@link warnings}. */
  warnings: Warning[][];
}

/**
 * Journeys between the same airports with the same departure minute in each direction (spec, section 3). Partners may
 * sell different legs or carriers for it: each combination is an itinerary, and each offer names its own.
 */
export interface Flight {
  /** Hash of each segment's airports and departure time. */
  id: string;
  /** Sorted by id. */
  itineraries: Itinerary[];
  /** Of all itineraries; sorted, without duplicates. */
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

/** The supplier's names for codes: the fallback for codes missing from our own lists. */
export interface Names {
  /** Partners by gate id. */
  gates: Record<string, string>;
  /** By IATA code. */
  airlines: Record<string, string>;
  airports: Record<string, string>;
}

/**
 * The version of {@link Chunk} as it is stored. Increase it whenever the shape of anything above changes: searches with
 * chunks of another version count as expired, and are begun anew.
 */
export const chunkVersion = 2;

/** A part of a search's results, delivered once. The order of chunks makes no difference. */
export interface Chunk extends Names {
  id: string;
  proposals: Proposal[];
}
