import type { Allowance, TravelClass, Warning } from './flight.ts';

/**
 * Flights as pages show them: names, days and prices are worded by the server, because browsers of different ages word
 * them differently. Times are wall clocks, `HH:mm`.
 */
export interface PlaceView {
  /** IATA. */
  code: string;
  city: string;
  /** Of the airport. */
  name: string;
}

export interface CarrierView {
  /** IATA; empty where it is not known. */
  code: string;
  name: string;
}

export interface StopView {
  place: PlaceView;
  minutes: number;
  /** Where the journey goes on, if it is another airport. */
  departsFrom?: PlaceView;
}

/** From where to where, and when. */
interface WayView {
  from: PlaceView;
  to: PlaceView;
  /** `Tue 05/01/2027`. */
  day: string;
  /** `Tuesday 5 January`. */
  dayInWords: string;
  departs: string;
  arrives: string;
  /** By how many days of the calendar it arrives later than it departs. */
  daysLater: number;
}

export interface SegmentView extends WayView {
  /** From door to door of the airports (min), waiting included. */
  elapsed: number;
  carriers: CarrierView[];
  stops: StopView[];
  /** Landings without a change of aircraft. */
  technicalStops: PlaceView[];
  /** Rides that are no flights. */
  vehicles: ('bus' | 'train')[];
}

export interface OfferView {
  urlId: string;
  /** Who sells it; empty where the supplier does not say. */
  gate: string;
  /** `€1,240`, for all travellers. */
  price: string;
  /** What every leg allows at least. */
  baggage: Allowance;
  handBaggage: Allowance;
  /** By leg, all segments one after the other, where the legs differ. */
  baggageByLeg?: { from: string; to: string; baggage: Allowance; handBaggage: Allowance }[];
  warnings: Warning[];
}

/** One flight in the list. */
export interface FlightCardView {
  id: string;
  segments: SegmentView[];
  /** The best first, one for each partner. */
  offers: OfferView[];
  /** Of the best offer: the flight's own page begins with it. */
  itineraryId: string;
  /** Of the best offer, by segment. */
  warnings: Warning[][];
}

/** One leg on the page of a flight. */
export interface LegView extends WayView {
  /** In the air (min). */
  minutes: number;
  carrier: CarrierView;
  /** Who sells it, where that is somebody else. */
  soldBy?: CarrierView;
  /** `SV 632`. */
  number: string;
  aircraft?: string;
  technicalStops: PlaceView[];
  cabin?: TravelClass;
  vehicle?: 'bus' | 'train';
}

export interface SegmentDetailView extends SegmentView {
  /** In the air (min). */
  duration: number;
  legs: LegView[];
  warnings: Warning[];
}

/** The legs of one itinerary with everybody who sells it. */
export interface ItineraryView {
  id: string;
  segments: SegmentDetailView[];
  offers: OfferView[];
}
