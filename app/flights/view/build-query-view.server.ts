import { formatLocalDate } from '#app/i18n/format/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { areaByCode, areaName, shownCode } from '#app/places/airports/areas.ts';
import { flightPlaceLabel } from '#app/places/field/flight-place.ts';
import type { Currency } from '../model/currency.ts';
import { type FlightQuery, queryParams, searchKey, travellerCount } from '../model/flight-query.ts';
import type { FlightSearchFields } from '../model/flight-query-fields.ts';
import { searchParts } from '../model/search-parts.ts';
import type { PlaceView } from './flight-view.ts';
import type { FlightViews } from './flight-views.server.ts';
import type { QueryView } from './results-view.ts';

/** Formats search criteria for display. */
export function buildQueryView(
  query: FlightQuery,
  language: Language,
  { place }: Pick<FlightViews, 'place'>,
): QueryView {
  const placeOf = (code: string): PlaceView => {
    const area = areaByCode(code);
    return area ? { code: shownCode(area), city: areaName(area, language) } : place(code);
  };
  const searched = searchedAirports(query);
  const formatDay = (date: string) => formatLocalDate(Date.parse(date) / 1000, language);
  return {
    key: searchKey(query),
    origin: placeOf(query.origin),
    destination: placeOf(query.destination),
    ...(searched.length > 0 && { searchedAirports: searched.map(place) }),
    departDay: formatDay(query.departDate),
    ...(query.returnDate ? { returnDay: formatDay(query.returnDate) } : {}),
    travellers: travellerCount(query),
    travelClass: query.travelClass,
  };
}

/** Returns the airports that are searched in place of an area; none if the supplier has a code for the area. */
function searchedAirports(query: FlightQuery): string[] {
  const parts = searchParts(query);
  return (['origin', 'destination'] as const)
    .filter((end) => parts.length > 1 && areaByCode(query[end]))
    .flatMap((end) => [...new Set(parts.map((part) => part[end]))]);
}

/**
 * Returns search criteria as values of the search form's fields.
 * @param currency the currency that the visitor has chosen, if any
 */
export function searchFields(query: FlightQuery, language: Language, currency?: Currency): FlightSearchFields {
  return {
    ...Object.fromEntries(queryParams(query)),
    origin: flightPlaceLabel(query.origin, language),
    destination: flightPlaceLabel(query.destination, language),
    ...(currency && { currency }),
  };
}
