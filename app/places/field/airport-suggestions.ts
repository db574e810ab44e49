import type { Suggestion } from '#app/forms/inputs/suggestion.ts';
import type { Language } from '#app/i18n/languages.ts';
import { type Airport, airportLabel, airportNames, joinNames } from '../airports/airport.ts';
import { searchAirports } from '../airports/airport-search.ts';

/** An airport, as suggested by an airport or place field. */
export interface AirportSuggestion extends Suggestion {
  name: string;
  code: string;
  detail: string;
}

/** Returns the suggestion for an airport. */
export function airportSuggestion(airport: Airport, language: Language): AirportSuggestion {
  const { name, city, country } = airportNames(airport, language);
  return {
    key: airport.code,
    text: airportLabel(airport, language),
    name: city,
    code: airport.code,
    detail: joinNames([name, country], language),
  };
}

/** Suggests the airports that match the typed text, best match first; empty text matches all airports. */
export function suggestAirports(typed: string, language: Language): AirportSuggestion[] {
  return searchAirports(typed).map((airport) => airportSuggestion(airport, language));
}
