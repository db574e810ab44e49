import { fold } from '#app/i18n/input/fold.ts';
import type { Language } from '#app/i18n/languages.ts';
import { airportByCode, joinNames } from '../airports/airport.ts';
import { type Area, areaLabel, searchAreas, shownCode } from '../airports/areas.ts';
import { airportSuggestion, suggestAirports } from './airport-suggestions.ts';
import { aboutKilometres } from './place-choice.ts';
import type { PlaceSuggestion } from './place-suggestion.ts';
import { matchingTowns, type TownMatches } from './town-suggestions.ts';

/**
 * Suggests places for an end of a flight: areas, airports, and the airports nearest to matching towns that have none.
 * If the text is an airport's code, that airport comes first.
 * @param loaded the towns to choose from, as the server returns them for the first letters of the text
 * @param nearbyText returns the text with an airport's distance from a town
 */
export function suggestFlightPlaces(
  typed: string,
  loaded: TownMatches | undefined,
  language: Language,
  nearbyText: (town: string, kilometres: number) => string,
): PlaceSuggestion[] {
  const airports = suggestAirports(typed, language);
  const isCode = airports[0]?.code.toLowerCase() === fold(typed);
  const nearby = matchingTowns(loaded?.towns ?? [], typed).flatMap(({ town, airports }) =>
    airports.flatMap(([code, kilometres]): PlaceSuggestion[] => {
      const airport = airportByCode(code);
      if (!airport) return [];
      const suggestion = airportSuggestion(airport, language);
      return [town ? { ...suggestion, detail: nearbyText(town[0], aboutKilometres(kilometres)) } : suggestion];
    }),
  );
  const areas = searchAreas(typed).map((area) => areaSuggestion(area, language));
  const all = [...(isCode ? airports.splice(0, 1) : []), ...areas, ...airports, ...nearby];
  const keys = new Set<string>();
  return all.filter(({ key }) => !keys.has(key) && keys.add(key));
}

function areaSuggestion(area: Area, language: Language): PlaceSuggestion {
  return {
    key: area.code,
    text: areaLabel(area, language),
    name: areaLabel(area, language),
    code: shownCode(area),
    detail: joinNames(
      area.airports.map((code) => `\u2066${code}\u2069`),
      language,
    ),
  };
}
