import type { ItineraryView } from '../flight-view.ts';
import type { QueryView } from '../results-view.ts';

/** One flight with everybody who sells it, or why it cannot be shown. */
export interface FlightPageView {
  /** `expired`: its offers live no longer; `gone`: the search has no such flight. */
  problem?: 'expired' | 'gone';
  /** What was searched for, as far as it is known. */
  query?: QueryView;
  searchId: string;
  /** The cheapest first; several where different flights leave at the same time. */
  itineraries: ItineraryView[];
  isGathering: boolean;
  isSample: boolean;
  /** `14:05` and `14:20`, German time. */
  pricesFrom: string;
  pricesUntil: string;
}
