import type { ItineraryView } from '../flight-view.ts';
import type { QueryView } from '../results-view.ts';

/** One flight with everybody who sells it, or why it cannot be shown. */
export interface FlightPageView {
  /**
   * `expired`: its offers live no longer; `gone`: the search has no such flight; `offline`: the site could not be
   * reached.
   */
  problem?: 'expired' | 'gone' | 'offline';
  /** What was searched for, as far as it is known. */
  query?: QueryView;
  searchId: string;
  /** The chosen one first, then the cheapest; several where different flights leave at the same time. */
  itineraries: ItineraryView[];
  isSample: boolean;
  /** `14:05` and `14:20`, German time. */
  pricesFrom: string;
  pricesUntil: string;
  /** For how long the offers still live (ms). */
  expiresIn: number;
}

/** Nothing to show. */
export const noFlight = {
  searchId: '',
  itineraries: [],
  isSample: false,
  expiresIn: 0,
  pricesFrom: '',
  pricesUntil: '',
};
