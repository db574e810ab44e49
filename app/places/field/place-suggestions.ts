import { fold } from '#app/i18n/input/fold.ts';
import type { FormLanguage, Language } from '#app/i18n/languages.ts';
import { airportLabel, airportNames, joinNames } from '../airports/airport.ts';
import { formatKilometres, placePhrases } from '../place-phrases.ts';
import { airportsNamedAfter, type NearbyAirport, nearbyAirports, type Town, townNames, towns } from '../towns/towns.ts';
import { type AirportSuggestion, suggestAirports } from './airport-suggestions.ts';
import type { PlaceSuggestion } from './place-suggestion.ts';

/**
 * Suggests places for a text: first the matching towns, each followed by its airports, then other matching airports.
 * This module includes the list of towns, so the page loads it only when a place field is first used.
 * @param language the page's language, for the names of airports
 * @param formLanguage the form's language, for the names of towns
 */
export function suggestPlaces(typed: string, language: Language, formLanguage: FormLanguage): PlaceSuggestion[] {
  const airportSuggestions = suggestAirports(typed, language);
  // A text that is an airport's code means that airport.
  const [first, ...others] = airportSuggestions;
  const isCode = fold(typed) === first?.code.toLowerCase();
  const all = [
    ...(first && isCode ? [first] : []),
    ...searchTowns(typed).flatMap((town) => townSuggestions(town, language, formLanguage)),
    ...(isCode ? others : airportSuggestions),
  ];
  const keys = new Set<string>();
  return all.filter(({ key }) => !keys.has(key) && keys.add(key));
}

/** Suggests a town and the airports near it; if the town has exactly one airport of its own, only that airport. */
function townSuggestions(town: Town, language: Language, formLanguage: FormLanguage): PlaceSuggestion[] {
  const own = airportsNamedAfter(town);
  const nearby = nearbyAirports(town).filter(({ airport }) => own.length !== 1 || airport === own[0]);
  const [nearest] = nearby;
  const airportSuggestions = nearby.map((airport) => nearbySuggestion(airport, language, formLanguage));
  if (own.length === 1 || !nearest) return airportSuggestions;
  const country = town.country.names[formLanguage];
  const text = joinNames([town.names[formLanguage], country], formLanguage);
  return [
    {
      key: `${town.country.code} ${town.names.en} ${town.latitude}`,
      text,
      name: town.names[formLanguage],
      detail: `${country} · ${placePhrases[formLanguage].nearestAirport}: ${distanceTo(nearest, formLanguage)}`,
    },
    ...airportSuggestions,
  ];
}

function distanceTo({ airport, kilometres }: NearbyAirport, formLanguage: FormLanguage): string {
  return `\u2066${airport.code}\u2069 ${formatKilometres(kilometres, formLanguage)}`;
}

function nearbySuggestion(
  { airport, kilometres }: NearbyAirport,
  language: Language,
  formLanguage: FormLanguage,
): AirportSuggestion {
  const { name, city, country } = airportNames(airport, language);
  return {
    key: airport.code,
    text: airportLabel(airport, language),
    name: city,
    code: airport.code,
    detail: `${joinNames([name, country], language)} · ${formatKilometres(kilometres, formLanguage)}`,
  };
}

/** A longer list would be too much to read; the visitor can type more letters instead. */
const maxTowns = 6;

/** Every town with its folded names, built on first use. */
let index: { town: Town; names: string[]; searchText: string }[] | undefined;

/** Returns towns with a name that equals or begins with the text, then towns with a word that does; largest first. */
function searchTowns(typed: string): Town[] {
  const query = fold(typed);
  if (query.length < 2 || query.length > 60) return [];
  index ??= towns.map((town) => {
    const names = [...new Set(townNames(town).map(fold))];
    return { town, names, searchText: names.map((name) => ` ${name}`).join('\n') };
  });
  const ranked = index.map(({ town, names, searchText }) => {
    const rank = names.includes(query)
      ? 0
      : names.some((name) => name.startsWith(query))
        ? 1
        : searchText.includes(` ${query}`) || searchText.includes(` ال${query}`)
          ? 2
          : 3;
    return { town, rank };
  });
  return [0, 1, 2]
    .flatMap((currentRank) => ranked.filter(({ rank }) => rank === currentRank))
    .slice(0, maxTowns)
    .map(({ town }) => town);
}
