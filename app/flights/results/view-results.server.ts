import { formatClockInBerlin } from '#app/i18n/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { formatPrice } from '#app/i18n/prices.ts';
import { clampPage } from '#app/ui/page-numbers.ts';
import type { Offer } from '../flight.ts';
import { isOver } from '../gathering.server.ts';
import type { Search } from '../searches.server.ts';
import { flightViews, type FlightViews } from '../view-flight.server.ts';
import { viewQuery } from '../view-query.server.ts';
import { facetsOf, type Facet } from './facets.ts';
import { listFlights } from '../list-flights.ts';
import type { ListQuery } from '../list-query.ts';
import type { FacetView, FacetViews, ResultsView, Standing } from '../results-view.ts';

/** How many flights a page of the list shows (spec, section 9). */
export const pageSize = 10;

/** One page of a search's results, worded in a language. */
export function viewResults(search: Search, list: ListQuery, language: Language, isSample: boolean): ResultsView {
  const flights = search.results.flights();
  const views = flightViews(language, search.results.names);
  const listed = listFlights(flights, list);
  const pages = Math.max(1, Math.ceil(listed.length / pageSize));
  const page = clampPage(list.page, pages);
  return {
    searchId: search.id,
    query: viewQuery(search.query, language, views),
    list,
    standing: standingOf(search),
    isSample,
    found: flights.length,
    fitting: listed.length,
    page,
    pages,
    cards: listed.slice((page - 1) * pageSize, page * pageSize).map(views.card),
    facets: viewFacets(search, language, views),
    pricesFrom: formatClockInBerlin(search.startedAt),
    pricesUntil: formatClockInBerlin(search.expiresAt),
    expiresIn: Math.max(0, search.expiresAt - Date.now()),
    version: search.version,
  };
}

/** Errors are told only when there are no results (spec, section 8). */
function standingOf({ state, results }: Search): Standing {
  if (!isOver(state)) return 'gathering';
  if (state === 'complete') return 'complete';
  return results.size > 0 ? 'partly' : 'failed';
}

function viewFacets({ results }: Search, language: Language, views: FlightViews): FacetViews {
  const facets = facetsOf(results.flights());
  const priceOf = ({ price, currency }: Offer) => formatPrice(price, currency, language);
  const view = <Value>({ value, cheapest }: Facet<Value>): FacetView<Value> => ({ value, price: priceOf(cheapest) });
  return {
    stops: facets.stops.map(view),
    hours: facets.hours.map(view),
    carriers: facets.carriers.map((facet) => ({ ...view(facet), name: views.carrier(facet.value).name })),
    depart: facets.depart.map(view),
    arrive: facets.arrive.map(view),
    baggage: facets.baggage.map(view),
    without: facets.without,
  };
}
