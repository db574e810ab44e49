import type { Language } from '#app/i18n/languages.ts';
import type { Currency } from '../model/currency.ts';
import { type FlightQuery, seatCount } from '../model/flight-query.ts';
import { toListedFlight } from '../model/list-flights.ts';
import type { Search } from '../searches/searches.server.ts';
import { buildQueryView } from '../view/build-query-view.server.ts';
import { createFlightViews } from '../view/flight-views.server.ts';
import { createPriceFormatter } from '../view/price-formatter.server.ts';
import { emptyFlightPage, type FlightPageView } from './flight-page-view.ts';

/**
 * Builds the view of a flight's page in the given language.
 * @param search the search that found the flight; undefined if it has been forgotten
 * @param fallbackQuery the criteria of the list that the visitor came from, used if the search has been forgotten
 * @returns the view with its HTTP status: 200, 404 if the search has no such flight, 410 if the search is unknown or has expired
 */
export function buildFlightPageView(
  search: Search | undefined,
  { id, itineraryId, currency }: { id: string; itineraryId?: string; currency?: Currency },
  language: Language,
  isSample: boolean,
  fallbackQuery?: FlightQuery,
): FlightPageView & { status: number } {
  if (!search) {
    const expired = { ...emptyFlightPage, isSample, status: 410, problem: 'expired' as const };
    if (!fallbackQuery) return expired;
    const prices = createPriceFormatter(language, fallbackQuery, { rates: {}, chosen: currency });
    const views = createFlightViews(language, { gates: {}, airlines: {}, airports: {} }, prices);
    return { ...expired, query: buildQueryView(fallbackQuery, language, views) };
  }
  const prices = createPriceFormatter(language, search.query, { rates: search.results.rates, chosen: currency });
  const views = createFlightViews(language, search.results.names, prices, seatCount(search.query));
  const query = buildQueryView(search.query, language, views);
  if (search.isExpired) return { ...emptyFlightPage, isSample, status: 410, problem: 'expired', query };
  const flight = search.results.flight(id);
  const listed = flight && toListedFlight(flight);
  if (!listed) return { ...emptyFlightPage, isSample, status: 404, problem: 'gone', query };
  const itineraries = views.itineraries(listed, itineraryId);
  const offers = itineraries.flatMap(({ partners }) => partners.flatMap(({ fares }) => fares.flat()));
  return {
    status: 200,
    ...(offers.every(({ hasExpired }) => hasExpired) && { problem: 'expired' }),
    query,
    searchId: search.id,
    ...(currency && { currency }),
    itineraries,
    isSample,
    priceLifetimeMinutes: Math.round((search.expiresAt - search.startedAt) / 60_000),
    expiresIn: search.expiresAt - Date.now(),
  };
}
