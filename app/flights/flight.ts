/**
 * Flights in our own words (spec, section 3). A supplier's format stays behind `supplier.server.ts`; everything else
 * knows these shapes only. Moments are whole seconds since 1970 (UTC). A wall clock is written as if it were UTC: show
 * it with `timeZone: 'UTC'`, and never subtract one from another.
 */

/** One take-off and landing, or a ride by bus or train that is sold as one. */
export interface Leg {
  /** IATA codes. */
  from: string;
  to: string;
  dep: number;
  arr: number;
  /** Wall clocks at `from` and `to`. */
  localDep: number;
  localArr: number;
  /** In the air (min). */
  minutes: number;
  /** IATA code of the airline that flies it, else of the one that sells it. Empty where the supplier names neither. */
  carrier: string;
  /** IATA code of the airline whose number it has; empty where it is not known. */
  marketingCarrier: string;
  /** Without the airline's code: `632`. */
  number: string;
  aircraft?: string;
  /** IATA codes of landings without a change of aircraft. */
  technicalStops: string[];
  cabin?: TravelClass;
  /** Where it is no flight. */
  vehicle?: 'bus' | 'train';
}

export const travelClasses = ['Y', 'W', 'C', 'F'] as const;
/** IATA: economy, premium economy, business, first. */
export type TravelClass = (typeof travelClasses)[number];

/** Between two legs. */
export interface Stop {
  /** IATA code of the airport of arrival. */
  airport: string;
  /** IATA code of the airport that the journey goes on from: another one where the airport has to be changed. */
  departsFrom: string;
  /** Waiting (min), rounded. */
  minutes: number;
}

/** One direction of the journey: outbound, or return. */
export interface Segment {
  from: string;
  to: string;
  dep: number;
  arr: number;
  /** Sum of its legs (min): time in the air, without waiting. */
  duration: number;
  /** From the first departure to the last arrival (min). */
  elapsed: number;
  /** Of its first leg. */
  carrier: string;
  aircraft?: string;
  legs: Leg[];
  /** One fewer than legs. */
  stops: Stop[];
}

/** The legs that a traveller in fact takes. */
export interface Itinerary {
  /** The same for the same legs, whoever sells them. */
  id: string;
  segments: Segment[];
  /** Sorted, each once. */
  carriers: string[];
}

/**
 * What a person with a wheelchair or much luggage must know before booking:
 * - `self_transfer`: several tickets; baggage is collected and checked in again, and nobody is liable for a missed leg
 * - `airport_change`: the journey goes on from another airport
 * - `overnight_layover`: the night is spent at an airport
 */
export const warnings = ['self_transfer', 'airport_change', 'overnight_layover'] as const;
export type Warning = (typeof warnings)[number];

/**
 * What may be taken along on one leg; null where the supplier does not say, which is not the same as nothing.
 * `pieces: 0` is nothing. Pieces without a weight, or a weight in all without a number of pieces, occur.
 */
export type Allowance = { pieces: number; kgEach?: number; centimetres?: string } | { kgTotal: number } | null;

/** One fare at one partner. */
export interface Offer {
  /** The partner who sells it. */
  gateId: string;
  /** The supplier's own name for it: opaque, not for showing. */
  fareName: string;
  /** For all travellers together, in `currency`. */
  price: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** For comparing only: the price in the supplier's own currency. */
  unifiedPrice: number;
  /** Names the fare when it is booked; unique within a search. */
  urlId: string;
  /** Which of the flight's itineraries it is a ticket for. */
  itineraryId: string;
  /** By segment and leg. */
  baggageLegs: Allowance[][];
  handBaggageLegs: Allowance[][];
  /** By segment; each sorted as in {@link warnings}. */
  warnings: Warning[][];
}

/**
 * Journeys between the same airports that begin each direction at the same minute (spec, section 3). Partners may sell
 * different legs or carriers under it: each is an itinerary, and each offer says which one it is for.
 */
export interface Flight {
  /** Hash over each segment's ends and its first departure. */
  id: string;
  /** Sorted by id. */
  itineraries: Itinerary[];
  /** Of all itineraries: sorted, each once. */
  carriers: string[];
  /** Each list sorted by {@link Offer.unifiedPrice}. */
  offersByGateId: Record<string, Offer[]>;
  /** The offer with the lowest unified price. */
  best: Offer;
}

/** One offer of a supplier's answer with what it belongs to. */
export interface Proposal {
  flightId: string;
  itinerary: Itinerary;
  /** At least one. */
  offers: Offer[];
}

/** What codes mean, in the supplier's words: the fallback where our own lists do not know them. */
export interface Names {
  /** Partners by gate id. */
  gates: Record<string, string>;
  /** By IATA code. */
  airlines: Record<string, string>;
  airports: Record<string, string>;
}

/** A part of a search's results, delivered once; which others came before it makes no difference. */
export interface Chunk extends Names {
  id: string;
  proposals: Proposal[];
}
