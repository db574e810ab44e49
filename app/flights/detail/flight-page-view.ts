import type { Currency } from '../model/currency.ts';
import type { ItineraryView } from '../view/flight-view.ts';
import type { QueryView } from '../view/results-view.ts';

/** View model of a flight's page: its itineraries with all offers, or the problem that prevents showing them. */
export interface FlightPageView {
  /**
   * `expired`: the offers have expired, possibly before the rest of their search; `gone`: the search has no such
   * flight; `offline`: the site is unreachable.
   */
  problem?: 'expired' | 'gone' | 'offline';
  /** The search criteria, if known. */
  query?: QueryView;
  searchId: string;
  /** The currency that the visitor has chosen, if any. */
  currency?: Currency;
  /**
   * The chosen itinerary first, then by price. A flight has several if journeys with different legs depart at the same
   * time.
   */
  itineraries: ItineraryView[];
  isSample: boolean;
  /** How long prices are shown after the search (minutes). */
  priceLifetimeMinutes: number;
  /** Remaining lifetime of the offers (ms). */
  expiresIn: number;
}

/** Default values for a page without a flight. */
export const emptyFlightPage = {
  searchId: '',
  itineraries: [],
  isSample: false,
  expiresIn: 0,
  priceLifetimeMinutes: 0,
};
