import type { FlightCardView, PlaceView } from './flight-view.ts';
import type { TravelClass, Warning } from './flight.ts';
import type { FlightSearchFields } from './search/search-form.tsx';
import type { BaggageKind, DayPart, ListQuery } from './list-query.ts';

/** A value to choose, with the lowest price among what has it. */
export interface FacetView<Value> {
  value: Value;
  price: string;
}

/** The choices there are; none of a list that is empty. */
export interface FacetViews {
  stops: FacetView<number>[];
  hours: FacetView<number>[];
  carriers: (FacetView<string> & { name: string })[];
  depart: FacetView<DayPart>[];
  arrive: FacetView<DayPart>[];
  baggage: FacetView<BaggageKind>[];
  without: Warning[];
}

/** What is searched for, in words. */
export interface QueryView {
  /** `searchKey`: also the parameters of an address. */
  key: string;
  origin: PlaceView;
  destination: PlaceView;
  departDay: string;
  returnDay?: string;
  travellers: number;
  travelClass: TravelClass;
  /** For the form. */
  fields: FlightSearchFields;
}

/**
 * How a search stands:
 * - `gathering`: results are coming in
 * - `complete`: every partner has answered
 * - `partly`: it ended before every partner had, with some results
 * - `failed`: it ended with none
 */
export type Standing = 'gathering' | 'complete' | 'partly' | 'failed';

/** One page of the results of a search. */
export interface ResultsView {
  searchId: string;
  query: QueryView;
  list: ListQuery;
  standing: Standing;
  isSample: boolean;
  /** All flights of the search, and those that fit the filters. */
  found: number;
  fitting: number;
  /** From 1, and how many there are. */
  page: number;
  pages: number;
  cards: FlightCardView[];
  facets: FacetViews;
  /** `14:05` and `14:20`, German time. */
  pricesFrom: string;
  pricesUntil: string;
  /** For how long its offers still live (ms). A device's own clock may be wrong: nothing is compared with it. */
  expiresIn: number;
  /** Changes whenever the search has something new. */
  version: number;
}
