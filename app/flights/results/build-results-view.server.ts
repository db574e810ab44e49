import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { earliestToday, formatLocalDay } from '#app/i18n/format/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { areaByCode } from '#app/places/airports/areas.ts';
import { clampPage } from '#app/ui/layout/page-numbers.ts';
import { type FlightQuery, seatCount } from '../model/flight-query.ts';
import { itineraryCount, type ListedFlight, listFlights } from '../model/list-flights.ts';
import { type ListQuery, showsFilters } from '../model/list-query.ts';
import { type DateField, otherDays } from '../model/other-days.ts';
import { pickForPatient } from '../model/pick-for-patient.ts';
import type { ListedSearch } from '../searches/combined-searches.server.ts';
import { hasEnded } from '../searches/result-poller.server.ts';
import { buildQueryView } from '../view/build-query-view.server.ts';
import { createFlightViews, type FlightViews } from '../view/flight-views.server.ts';
import { createPriceFormatter, type PriceFormatter } from '../view/price-formatter.server.ts';
import type { FacetView, FacetViews, ResultsView, SearchStatus } from '../view/results-view.ts';
import { type Facet, facetsOf } from './facets.ts';

/** Flights per page (spec, section 9). */
const pageSize = 10;

/** Builds the view of one page of a search's results in the given language. */
export function buildResultsView(
  search: ListedSearch,
  list: ListQuery,
  language: Language,
  isSample: boolean,
): ResultsView {
  const flights = search.results.flights();
  const { rates } = search.results;
  const prices = createPriceFormatter(language, search.query, { rates, chosen: list.currency });
  const seats = seatCount(search.query);
  const views = createFlightViews(language, search.results.names, prices, seats);
  const listed = listFlights(flights, list);
  const pages = Math.max(1, Math.ceil(listed.length / pageSize));
  const page = clampPage(list.page, pages);
  const patientPick = page === 1 ? pickForPatient(listed, seats) : undefined;
  const card = (shown: ListedFlight) => ({ ...views.card(shown), searchId: search.searchIdOf?.(shown.flight) });
  return {
    searchId: search.id,
    query: buildQueryView(search.query, language, views),
    airports: [search.query.origin, search.query.destination]
      .filter((code) => !areaByCode(code))
      .map((code) => `${isolate(views.airport(code).name)} ${isolateLtr(`(${code})`)}`)
      .join(' – '),
    list,
    otherDays: buildOtherDays(search.query, language),
    status: statusOf(search),
    hasUnreadableFlights: search.problem === 'unreadable' || search.problem === 'too_large',
    isSample,
    leftOut: search.results.leftOut,
    found: itineraryCount(flights),
    matching: listed.length,
    page,
    pages,
    cards: listed.slice((page - 1) * pageSize, page * pageSize).map(card),
    ...(patientPick && { patientPick: card(patientPick) }),
    hasRates: Object.keys(rates).length > 0,
    ...(showsFilters(list) && { facets: buildFacetViews(search, views, prices) }),
    priceLifetimeMinutes: Math.round((search.expiresAt - search.startedAt) / 60_000),
    expiresIn: Math.max(0, search.expiresAt - Date.now()),
    version: search.version,
  };
}

function buildOtherDays(query: FlightQuery, language: Language): ResultsView['otherDays'] {
  const earliest = earliestToday(new Date());
  const days = (field: DateField) =>
    otherDays(query, field, earliest).map(({ shift, date }) => ({
      shift,
      day: formatLocalDay(Date.parse(date) / 1000, language),
    }));
  return { depart_date: days('depart_date'), return_date: days('return_date') };
}

/** Errors are shown only if there are no results (spec, section 8). */
function statusOf({ state, problem, results }: ListedSearch): SearchStatus {
  if (!hasEnded(state)) return 'gathering';
  if (state === 'complete' && problem === null) return 'complete';
  return results.size > 0 ? 'partial' : 'failed';
}

function buildFacetViews({ results }: ListedSearch, views: FlightViews, prices: PriceFormatter): FacetViews {
  const facets = facetsOf(results.flights());
  const view = <Value>({ value, cheapest }: Facet<Value>): FacetView<Value> => ({ value, ...prices.total(cheapest) });
  return {
    stops: facets.stops.map(view),
    hours: facets.hours.map(view),
    carriers: facets.carriers.map((facet) => ({ ...view(facet), name: views.carrier(facet.value).name })),
    depart: facets.depart.map(view),
    arrive: facets.arrive.map(view),
    returnDepart: facets.returnDepart.map(view),
    returnArrive: facets.returnArrive.map(view),
    connection: facets.connection.map(view),
    terms: facets.terms.map(view),
    baggage: facets.baggage.map(view),
    without: facets.without,
  };
}
