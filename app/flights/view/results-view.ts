import type { TravelClass, Warning } from '../model/flight.ts';
import type { FlightSearchFields } from '../model/flight-query-fields.ts';
import type { BaggageKind, DayPart, ListQuery } from '../model/list-query.ts';
import type { FlightCardView, PlaceView } from './flight-view.ts';

/** A filter value with the lowest price available for it. */
export interface FacetView<Value> {
  value: Value;
  price: string;
}

/** Available filter values; an empty array if there is nothing to choose from. */
export interface FacetViews {
  stops: FacetView<number>[];
  hours: FacetView<number>[];
  carriers: (FacetView<string> & { name: string })[];
  depart: FacetView<DayPart>[];
  arrive: FacetView<DayPart>[];
  baggage: FacetView<BaggageKind>[];
  without: Warning[];
}

/** The search criteria, formatted for display. */
export interface QueryView {
  /** The `searchKey`, which is also the URL's query string. */
  key: string;
  origin: PlaceView;
  destination: PlaceView;
  departDay: string;
  returnDay?: string;
  travellers: number;
  travelClass: TravelClass;
  /** Values for the search form. */
  fields: FlightSearchFields;
}

/**
 * Status of a search:
 * - `gathering`: results are still arriving
 * - `complete`: every partner has answered
 * - `partial`: it ended early, with some results
 * - `failed`: it ended without results
 */
export type SearchStatus = 'gathering' | 'complete' | 'partial' | 'failed';

/** One page of the results of a search. */
export interface ResultsView {
  searchId: string;
  query: QueryView;
  list: ListQuery;
  standing: SearchStatus;
  isSample: boolean;
  /** Number of flights found, and of those that match the filters. */
  found: number;
  fitting: number;
  /** Page number from 1, and number of pages. */
  page: number;
  pages: number;
  cards: FlightCardView[];
  facets: FacetViews;
  /** When prices were found and until when they are valid: `14:05` and `14:20`, German time. */
  pricesFrom: string;
  pricesUntil: string;
  /** Remaining lifetime of the offers (ms). Relative, because the device's clock may be wrong. */
  expiresIn: number;
  /** Increases whenever the search has new results. */
  version: number;
}
