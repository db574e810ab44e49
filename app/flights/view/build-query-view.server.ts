import { formatLocalDate } from '#app/i18n/format/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { airportByCode, airportLabel } from '#app/places/airports/airport.ts';
import type { Currency } from '../model/currency.ts';
import { type FlightQuery, queryParams, searchKey, travellerCount } from '../model/flight-query.ts';
import type { FlightViews } from './flight-views.server.ts';
import type { QueryView } from './results-view.ts';

/**
 * Formats search criteria for display and for the search form.
 * @param currency the currency that the visitor has chosen, if any
 */
export function buildQueryView(
  query: FlightQuery,
  language: Language,
  { place }: Pick<FlightViews, 'place'>,
  currency?: Currency,
): QueryView {
  const label = (code: string) => {
    const airport = airportByCode(code);
    return airport ? airportLabel(airport, language) : code;
  };
  const formatDay = (date: string) => formatLocalDate(Date.parse(date) / 1000, language);
  return {
    key: searchKey(query),
    origin: place(query.origin),
    destination: place(query.destination),
    departDay: formatDay(query.departDate),
    ...(query.returnDate ? { returnDay: formatDay(query.returnDate) } : {}),
    travellers: travellerCount(query),
    travelClass: query.travelClass,
    fields: {
      ...Object.fromEntries(queryParams(query)),
      origin: label(query.origin),
      destination: label(query.destination),
      ...(currency && { currency }),
    },
  };
}
