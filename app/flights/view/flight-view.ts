import type { BaggageSummary } from '../model/baggage.ts';
import type { BaggageAllowance, TravelClass, Warning } from '../model/flight.ts';

// View models of flights. The server formats names, dates and prices, because browser versions format them differently.
// Times are local wall-clock times, `HH:mm`.

/** An airport, as shown. */
export interface AirportView {
  /** IATA code. */
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

/** A layover between two legs. */
export interface LayoverView {
  place: AirportView;
  /** Waiting time (min). */
  minutes: number;
  /** The next leg's departure airport, if it differs. */
  departsFrom?: AirportView;
}

/** Origin, destination and times of a segment or leg. */
interface RouteView {
  from: AirportView;
  to: AirportView;
  /** `Tue 05/01/2027`. */
  day: string;
  /** `Tuesday 5 January`. */
  dayInWords: string;
  departs: string;
  arrives: string;
  /** Number of calendar days between the local dates of departure and arrival. */
  daysLater: number;
}

/** One direction of a journey, as shown. */
export interface SegmentView extends RouteView {
  /** From departure to arrival including layovers (min). */
  elapsed: number;
  carriers: CarrierView[];
  stops: LayoverView[];
  /** Landings without a change of aircraft. */
  technicalStops: AirportView[];
  /** Ground transport that is part of the ticket. */
  vehicles: ('bus' | 'train')[];
}

/** One fare of one partner, as shown. */
export interface OfferView {
  fareId: string;
  /** The seller; empty if the supplier does not name it. */
  gate: string;
  /** Price for all travellers: `€1,240`. */
  price: string;
  /** The price for one of several travellers on average, without decimals. */
  priceEach?: string;
  /** What is allowed to each traveller on every leg. */
  baggage: BaggageSummary;
  handBaggage: BaggageSummary;
  /** The allowances of all legs in order, if they differ. */
  baggageByLeg?: { from: string; to: string; baggage: BaggageAllowance; handBaggage: BaggageAllowance }[];
  warnings: Warning[];
}

/** One connection in the list. */
export interface FlightCardView {
  /** Id of the flight, which connections that leave together have in common. */
  id: string;
  segments: SegmentView[];
  /** The best offer. */
  offer: OfferView;
  /** Numbers of all offers for the connection that match the filters, and of their partners. */
  offerCount: number;
  partnerCount: number;
  /** Id of the connection, which the flight's page shows first. */
  itineraryId: string;
  /** Warnings of the best offer, by segment. */
  warnings: Warning[][];
}

/** One leg on a flight's page. */
export interface LegView extends RouteView {
  /** Flight time (min). */
  minutes: number;
  carrier: CarrierView;
  /** The marketing carrier, if it differs from the operating carrier. */
  marketingCarrier?: CarrierView;
  /** Flight number with the airline's code: `SV 632`. */
  number: string;
  aircraft?: string;
  technicalStops: AirportView[];
  cabin?: TravelClass;
  vehicle?: 'bus' | 'train';
}

/** One direction of a journey on a flight's page. */
export interface SegmentDetailView extends SegmentView {
  /** Total flight time without layovers (min). */
  flightTime: number;
  legs: LegView[];
  /** Warnings that apply to all offers of the itinerary. */
  warnings: Warning[];
}

/** One partner's fares for an itinerary. */
interface PartnerView {
  /** Id of the partner; unique within the itinerary. */
  id: string;
  /** Fares that include the same are together, cheapest first; so are the lists, by their cheapest fare. */
  fares: OfferView[][];
}

/** An itinerary with all offers for it. */
export interface ItineraryView {
  id: string;
  segments: SegmentDetailView[];
  /** By their cheapest fare. */
  partners: PartnerView[];
}
