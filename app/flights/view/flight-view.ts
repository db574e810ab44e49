import type { BaggageSummary } from '../model/baggage.ts';
import type { BaggageAllowance, FareTerm, TravelClass, Vehicle, Warning } from '../model/flight.ts';

// View models of flights. The server formats names, dates and prices, because browser versions format them differently.
// Times are local wall-clock times, `HH:mm`.

/** An airport, shown only by its city. */
export interface PlaceView {
  /** IATA code. */
  code: string;
  city: string;
}

/** An airport, as shown. */
export interface AirportView extends PlaceView {
  /** Airport name. */
  name: string;
}

/** An end of a segment, as shown. */
export interface EndView extends PlaceView {
  /** Airport name, if the city has several airports. */
  name?: string;
}

/** An airline, as shown. */
export interface CarrierView {
  /** IATA code; empty if unknown. */
  code: string;
  name: string;
}

/** A layover between two legs. */
export interface LayoverView {
  place: PlaceView;
  /** Waiting time (min). */
  minutes: number;
  /** The next leg's departure airport, if it differs. */
  departsFrom?: AirportView;
}

/** Origin, destination and times of a segment or leg. */
interface RouteView {
  from: PlaceView;
  to: PlaceView;
  /** `Tue 05/01/2027`. */
  day: string;
  /** `Tuesday 5 January`. */
  dayInWords: string;
  departs: string;
  arrives: string;
  /** Number of calendar days from the local date of departure to that of arrival; -1 across the date line. */
  daysLater: number;
}

/** One direction of a journey, as shown. */
export interface SegmentView extends RouteView {
  from: EndView;
  to: EndView;
  /** From departure to arrival including layovers (min). */
  elapsed: number;
  carriers: CarrierView[];
  stops: LayoverView[];
  /** Landings without a change of aircraft, if any. */
  technicalStops?: PlaceView[];
  /** Ground transport that is part of the ticket, if any. */
  vehicles?: Vehicle[];
}

/** A price for all travellers: `€1,240`. */
export interface PriceView {
  price: string;
  /** Whether it was converted to the visitor's currency, and so is not exact. */
  isApproximate?: true;
}

/** One fare of one partner, as shown. */
export interface OfferView extends PriceView {
  fareId: string;
  /** The seller; empty if the supplier does not name it. */
  gate: string;
  /** The partner's own price, if `price` was converted; only where the offer is shown in full. */
  partnerPrice?: string;
  /** The average price per traveller, without decimals, if there are several. */
  priceEach?: string;
  /** What each traveller may take on every leg. */
  baggage: BaggageSummary;
  handBaggage: BaggageSummary;
  /** Set if the fare expired before the page was built. */
  hasExpired?: true;
  /** Set if the fare cannot be booked with the partner online, but only by our staff. */
  onRequest?: true;
  /** The allowances of all legs in order, if they differ. */
  baggageByLeg?: { from: string; to: string; baggage: BaggageAllowance; handBaggage: BaggageAllowance }[];
  warnings: Warning[];
  /** Whether the whole journey can be refunded or changed before departure; missing if that is not stated. */
  refund?: FareTerm;
  change?: FareTerm;
  /** Seats left, if stated and few; in the list only if there are fewer than the travellers need. */
  seatsLeft?: number;
  /** Set if there are fewer seats left than the travellers need. */
  lacksSeats?: true;
  /** The partner's name or code for the fare; only where the offer is shown in full. */
  fareName?: string;
}

/** The offers of one partner besides the best one, as the list shows them. */
export interface MoreOffersView {
  /** The seller; empty if the supplier does not name it. */
  gate: string;
  /** The prices of its offers that have not expired, lowest first. */
  prices: PriceView[];
}

/** One itinerary in the list. */
export interface FlightCardView {
  /** Id of the flight, shared by itineraries that leave together. */
  id: string;
  /** Id of the search that found it, if the results are those of several searches. */
  searchId?: string;
  segments: SegmentView[];
  /** The best offer. */
  offer: OfferView;
  /** All other offers for the itinerary that match the filters, by partner; missing if there are none. */
  more?: MoreOffersView[];
  /** Id of the itinerary, if the flight has several: the flight's page shows it first. */
  itineraryId?: string;
}

/** Returns an id of an itinerary that is unique within the list. */
export function rowId({ id, itineraryId }: Pick<FlightCardView, 'id' | 'itineraryId'>): string {
  return itineraryId ?? id;
}

/** One leg on a flight's page. */
export interface LegView extends RouteView {
  from: AirportView;
  to: AirportView;
  /** Flight time (min). */
  minutes: number;
  carrier: CarrierView;
  /** The marketing carrier, if it differs from the operating carrier. */
  marketingCarrier?: CarrierView;
  /** Flight number with the airline's code: `SV 632`; empty if the number is unknown. */
  number: string;
  aircraft?: string;
  technicalStops: AirportView[];
  cabin?: TravelClass;
  vehicle?: Vehicle;
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
  /** Groups of fares with the same inclusions, sorted by their cheapest fare; each group is cheapest first. */
  fares: OfferView[][];
}

/** An itinerary with all offers for it. */
export interface ItineraryView {
  id: string;
  segments: SegmentDetailView[];
  /** Sorted by their cheapest fare. */
  partners: PartnerView[];
}
