import { fold } from '#app/i18n/input/fold.ts';
import type { FormLanguage, Language } from '#app/i18n/languages.ts';
import { airportLabel, airportNames, listed } from '../airports/airport.ts';
import { inKilometres, placeWords } from '../place-words.ts';
import { airportsNear, type NearAirport, ownAirports, type Town, townNames, towns } from '../towns/towns.ts';
import { type AirportSuggestion, suggestAirports } from './airport-suggestions.ts';
import type { PlaceSuggestion } from './place-suggestion.ts';

/**
 * What a place field offers: the towns that match, each with its airports below it, then airports that match by
 * themselves. This file brings the list of towns along, so the page loads it when such a field is first used.
 * @param formLanguage in which names of towns are given; those of airports follow the page's language
 */
export function suggestPlaces(typed: string, language: Language, formLanguage: FormLanguage): PlaceSuggestion[] {
  const suggestedAirports = suggestAirports(typed, language);
  const found = searchTowns(typed);
  // A whole code is meant as one.
  const [code, ...others] = suggestedAirports;
  const isCode = fold(typed) === code?.code.toLowerCase();
  const all = [
    ...(code && isCode ? [code] : []),
    ...found.flatMap((town) => suggestedOf(town, language, formLanguage)),
    ...(isCode ? others : suggestedAirports),
  ];
  const keys = new Set<string>();
  return all.filter(({ key }) => !keys.has(key) && keys.add(key));
}

/** A town and the airports near it; of a town with an airport of its own that airport alone. */
function suggestedOf(town: Town, language: Language, formLanguage: FormLanguage): PlaceSuggestion[] {
  const own = ownAirports(town);
  const near = airportsNear(town).filter(({ airport }) => own.length !== 1 || airport === own[0]);
  const [nearest] = near;
  const suggested = near.map((one) => nearSuggestion(one, language, formLanguage));
  if (own.length === 1 || !nearest) return suggested;
  const country = town.country.names[formLanguage];
  const text = listed([town.names[formLanguage], country], formLanguage);
  return [
    {
      key: `${town.country.code} ${town.names.en} ${town.latitude}`,
      text,
      name: town.names[formLanguage],
      detail: `${country} · ${placeWords[formLanguage].nearestAirport}: ${distanceTo(nearest, formLanguage)}`,
    },
    ...suggested,
  ];
}

function distanceTo({ airport, kilometres }: NearAirport, formLanguage: FormLanguage): string {
  return `\u2066${airport.code}\u2069 ${inKilometres(kilometres, formLanguage)}`;
}

function nearSuggestion(
  { airport, kilometres }: NearAirport,
  language: Language,
  formLanguage: FormLanguage,
): AirportSuggestion {
  const { name, city, country } = airportNames(airport, language);
  return {
    key: airport.code,
    text: airportLabel(airport, language),
    name: city,
    code: airport.code,
    detail: `${listed([name, country], language)} · ${inKilometres(kilometres, formLanguage)}`,
  };
}

/** Towns beyond these are too many to read; whoever looks for one types on. */
const maxTowns = 6;

/** A town's folded names, made once. */
let index: { town: Town; names: string[]; words: string }[] | undefined;

/** Towns with a name that begins with the text, then those with a word that does; the largest first. */
function searchTowns(typed: string): Town[] {
  const query = fold(typed);
  if (query.length < 2 || query.length > 60) return [];
  index ??= towns.map((town) => {
    const names = [...new Set(townNames(town).map(fold))];
    return { town, names, words: names.map((name) => ` ${name}`).join('\n') };
  });
  const ranked = index.map(({ town, names, words }) => {
    const rank = names.includes(query)
      ? 0
      : names.some((name) => name.startsWith(query))
        ? 1
        : words.includes(` ${query}`) || words.includes(` ال${query}`)
          ? 2
          : 3;
    return { town, rank };
  });
  return [0, 1, 2]
    .flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted))
    .slice(0, maxTowns)
    .map(({ town }) => town);
}
