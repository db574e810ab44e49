import type { TravelClass, Warning } from '../model/flight.ts';
import type { BaggageKind, DayPart, ListQuery, RequirableTerm } from '../model/list-query.ts';
import type { DateField, OtherDay } from '../model/other-days.ts';
import type { FlightCardView, PlaceView, PriceView } from './flight-view.ts';

/** A filter value with the lowest price among the matching offers. */
export interface FacetView<Value> extends PriceView {
  value: Value;
}

/** Available filter values. An array is empty if there is nothing to choose. */
export interface FacetViews {
  stops: FacetView<number>[];
  hours: FacetView<number>[];
  carriers: (FacetView<string> & { name: string })[];
  depart: FacetView<DayPart>[];
  arrive: FacetView<DayPart>[];
  returnDepart: FacetView<DayPart>[];
  returnArrive: FacetView<DayPart>[];
  connection: FacetView<number>[];
  terms: FacetView<RequirableTerm>[];
  baggage: FacetView<BaggageKind>[];
  without: Warning[];
}

/** The search criteria, formatted for display. */
export interface QueryView {
  /** The `searchKey`, which is also the URL's query string. */
  key: string;
  origin: PlaceView;
  destination: PlaceView;
  /** The airports searched in place of a city or country, if any. */
  searchedAirports?: PlaceView[];
  departDay: string;
  returnDay?: string;
  travellers: number;
  travelClass: TravelClass;
}

/**
 * Status of a search:
 * - `gathering`: results are still arriving
 * - `complete`: every partner has responded
 * - `partial`: the search ended early or lacks part of what partners sent, but has some results
 * - `failed`: the search ended early, without results
 */
export type SearchStatus = 'gathering' | 'complete' | 'partial' | 'failed';

/** One page of the results of a search. */
export interface ResultsView {
  /** Identifies the results, even of several searches that are shown as one list. */
  searchId: string;
  query: QueryView;
  /** The names of the airports of origin and destination, except where the search is for a city or country. */
  airports?: string;
  list: ListQuery;
  /** For each date, the days around it for which the same search is offered. */
  otherDays: Record<DateField, (Pick<OtherDay, 'shift'> & { day: string })[]>;
  status: SearchStatus;
  /** Whether a partner has sent flights that could not be read. */
  hasUnreadableFlights: boolean;
  isSample: boolean;
  /** Number of proposals left out because their data contradict themselves. */
  leftOut: number;
  /** Number of itineraries found. */
  found: number;
  /** Number of itineraries that match the filters. */
  matching: number;
  /** Page number, starting at 1. */
  page: number;
  /** Number of pages. */
  pages: number;
  cards: FlightCardView[];
  /** The itinerary that is easiest on a patient among those that match the filters; only on the first page. */
  patientPick?: FlightCardView;
  /** Whether prices can be shown in currencies other than the partners'. */
  hasRates: boolean;
  /** Missing while the filters are closed. */
  facets?: FacetViews;
  /** How long prices are shown after the search (minutes). */
  priceLifetimeMinutes: number;
  /** Remaining lifetime of the offers (ms); a duration, because the device's clock may be wrong. */
  expiresIn: number;
  /** Increases whenever the search has new results. */
  version: number;
}
