import { fold } from '#app/i18n/input/fold.ts';
import type { FormLanguage, Language } from '#app/i18n/languages.ts';
import { airportByCode, joinNames } from '../airports/airport.ts';
import { type AirportSuggestion, airportSuggestion, suggestAirports } from './airport-suggestions.ts';
import type { PlaceSuggestion } from './place-suggestion.ts';
import { matchingTowns, type TownMatches, type TownSuggestion } from './town-suggestions.ts';

/**
 * Suggests places for typed text: first the matching towns, each followed by its airports, then other matching
 * airports.
 * @param loaded the towns to choose from, as returned by the server for the first letters of the text
 * @param language the page's language, for airports whose names have not been loaded in the form's language
 * @param formLanguage the form's language, for the names of towns
 */
export function suggestPlaces(
  typed: string,
  loaded: TownMatches | undefined,
  language: Language,
  formLanguage: FormLanguage,
): PlaceSuggestion[] {
  const translate = translatorFrom(loaded);
  const airportSuggestions = suggestAirports(typed, language).map(translate);
  // Text that is an airport's code means that airport.
  const [first, ...others] = airportSuggestions;
  const isCode = fold(typed) === first?.code.toLowerCase();
  const towns = loaded
    ? matchingTowns(loaded.towns, typed).flatMap((town) =>
        suggestionsOf(town, loaded.words, translate, language, formLanguage),
      )
    : [];
  const all: PlaceSuggestion[] = [
    ...(first && isCode ? [first] : []),
    ...towns,
    ...(isCode ? others : airportSuggestions),
  ];
  const keys = new Set<string>();
  return all.filter(({ key }) => !keys.has(key) && keys.add(key));
}

/** Returns a function that translates an airport's names into the form's language, if they have been loaded. */
function translatorFrom(loaded: TownMatches | undefined) {
  const names = new Map(
    loaded?.towns.flatMap(({ airports }) => airports.map(([code, , name]) => [code, name] as const)),
  );
  return (suggestion: AirportSuggestion): AirportSuggestion => {
    const [city, detail] = names.get(suggestion.code) ?? [];
    if (city === undefined || detail === undefined) return suggestion;
    return { ...suggestion, text: `${city} (${suggestion.code})`, name: city, detail };
  };
}

/** Suggests a town, with its nearest airport, and the airports near it. */
function suggestionsOf(
  { town, airports }: TownSuggestion,
  words: TownMatches['words'],
  translate: (suggestion: AirportSuggestion) => AirportSuggestion,
  language: Language,
  formLanguage: FormLanguage,
): PlaceSuggestion[] {
  const distance = (kilometres: number) => `${kilometres}\u00a0${words.kilometres}`;
  const nearby = airports.flatMap(([code, kilometres]) => {
    const airport = airportByCode(code);
    if (!airport) return [];
    const suggestion = translate(airportSuggestion(airport, language));
    return [{ ...suggestion, detail: `${suggestion.detail} – ${distance(kilometres)}` }];
  });
  const [nearest] = airports;
  if (!town || !nearest) return nearby;
  const [name, country] = town;
  const [code, kilometres] = nearest;
  return [
    {
      key: `${name} ${country} ${nearest.join(' ')}`,
      text: joinNames([name, country], formLanguage),
      name,
      detail: `${country} – ${words.nearestAirport}: \u2066${code}\u2069 ${distance(kilometres)}`,
    },
    ...nearby,
  ];
}
