import type { BaggageAllowance, TravelClass, Warning } from '../model/flight.ts';

/**
 * View models of flights: names, days and prices are formatted by the server, because browsers of different ages format
 * them differently. Times are local wall-clock times, `HH:mm`.
 */
export interface PlaceView {
  /** IATA. */
  code: string;
  city: string;
  /** Airport name. */
  name: string;
}

/** An airline, as shown. */
export interface CarrierView {
  /** IATA code; empty if unknown. */
  code: string;
  name: string;
}

/** A stop between two legs; `minutes` is the waiting time. */
export interface StopView {
  place: PlaceView;
  minutes: number;
  /** The next leg's departure airport, if it is a different one. */
  departsFrom?: PlaceView;
}

/** Origin, destination and times of a segment or leg. */
interface WayView {
  from: PlaceView;
  to: PlaceView;
  /** `Tue 05/01/2027`. */
  day: string;
  /** `Tuesday 5 January`. */
  dayInWords: string;
  departs: string;
  arrives: string;
  /** Calendar days between departure and arrival, by local dates. */
  daysLater: number;
}

/** One direction of a journey, as shown. */
export interface SegmentView extends WayView {
  /** From departure to arrival including layovers (min). */
  elapsed: number;
  carriers: CarrierView[];
  stops: StopView[];
  /** Landings without a change of aircraft. */
  technicalStops: PlaceView[];
  /** Ground transport that is part of the ticket. */
  vehicles: ('bus' | 'train')[];
}

/** One fare of one partner, as shown. */
export interface OfferView {
  fareId: string;
  /** The seller; empty if the supplier does not name it. */
  gate: string;
  /** `€1,240`, for all travellers. */
  price: string;
  /** The lowest allowance of all legs. */
  baggage: BaggageAllowance;
  handBaggage: BaggageAllowance;
  /** Allowances of all legs in order, if they differ. */
  baggageByLeg?: { from: string; to: string; baggage: BaggageAllowance; handBaggage: BaggageAllowance }[];
  warnings: Warning[];
}

/** One flight in the list. */
export interface FlightCardView {
  id: string;
  segments: SegmentView[];
  /** One for each partner, best first. */
  offers: OfferView[];
  /** The best offer's itinerary, shown first on the flight's own page. */
  itineraryId: string;
  /** Warnings of the best offer, by segment. */
  warnings: Warning[][];
}

/** One leg on the page of a flight. */
export interface LegView extends WayView {
  /** Flight time (min). */
  minutes: number;
  carrier: CarrierView;
  /** The marketing carrier, if it differs from the operating one. */
  soldBy?: CarrierView;
  /** `SV 632`. */
  number: string;
  aircraft?: string;
  technicalStops: PlaceView[];
  cabin?: TravelClass;
  vehicle?: 'bus' | 'train';
}

export interface SegmentDetailView extends SegmentView {
  /** Flight time (min). */
  duration: number;
  legs: LegView[];
  warnings: Warning[];
}

/** An itinerary with all offers for it. */
export interface ItineraryView {
  id: string;
  segments: SegmentDetailView[];
  offers: OfferView[];
}
