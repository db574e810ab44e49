import { formatClockInBerlin } from '#app/i18n/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { listedFlight } from '../list-flights.ts';
import { viewQuery } from '../view-query.server.ts';
import type { Search } from '../searches.server.ts';
import { flightViews } from '../view-flight.server.ts';
import { noFlight, type FlightPageView } from './flight-page-view.ts';

/**
 * A flight of a search for its own page, worded in a language.
 * @param itineraryId which of its itineraries was chosen
 * @returns also the status to answer with: 200, 404 for what the search has not found, 410 once it has expired
 */
export function viewFlight(
  search: Search | undefined,
  { id, itineraryId }: { id: string; itineraryId?: string },
  language: Language,
  isSample: boolean,
): FlightPageView & { status: number } {
  if (!search) return { ...noFlight, isSample, status: 410, problem: 'expired' };
  const views = flightViews(language, search.results.names);
  const query = viewQuery(search.query, language, views);
  if (search.isExpired) return { ...noFlight, isSample, status: 410, problem: 'expired', query };
  const flight = search.results.flight(id);
  const listed = flight && listedFlight(flight);
  if (!listed) return { ...noFlight, isSample, status: 404, problem: 'gone', query };
  return {
    status: 200,
    query,
    searchId: search.id,
    itineraries: views.itineraries(listed, itineraryId),
    isSample,
    pricesFrom: formatClockInBerlin(search.startedAt),
    pricesUntil: formatClockInBerlin(search.expiresAt),
    expiresIn: search.expiresAt - Date.now(),
  };
}
