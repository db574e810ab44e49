import type { ItineraryView } from '../view/flight-view.ts';
import type { QueryView } from '../view/results-view.ts';

/** View model of a flight's page: its itineraries with all offers, or why it cannot be shown. */
export interface FlightPageView {
  /** `expired`: its offers have expired; `gone`: not found in the search; `offline`: the site could not be reached. */
  problem?: 'expired' | 'gone' | 'offline';
  /** The search criteria, if known. */
  query?: QueryView;
  searchId: string;
  /** The chosen one first, then by price; several if different flights depart at the same time. */
  itineraries: ItineraryView[];
  isSample: boolean;
  /** When prices were found and until when they are valid: `14:05` and `14:20`, German time. */
  pricesFrom: string;
  pricesUntil: string;
  /** Remaining lifetime of the offers (ms). */
  expiresIn: number;
}

/** The view without a flight. */
export const noFlight = {
  searchId: '',
  itineraries: [],
  isSample: false,
  expiresIn: 0,
  pricesFrom: '',
  pricesUntil: '',
};
