import { fold } from '#app/i18n/input/fold.ts';
import { type FormLanguage, isFormOnlyLanguage } from '#app/i18n/languages.ts';
import { type Airport, joinNames } from '../airports/airport.ts';
import { placePhrases } from '../place-phrases.ts';
import { formOnlyAirportNames } from '../towns/form-only-airport-names.ts';
import { airportsNamedAfter, nearbyAirports, type Town, townNames, towns } from '../towns/towns.ts';
import { rankOfName, type TownMatches, type TownSuggestion } from './town-suggestions.ts';

/** Maximum number of towns in a response, which keeps it to a few kilobytes. */
const maxTownsPerResponse = 40;

/** Every town with its folded names, built on first use. */
let index: { town: Town; names: string[] }[] | undefined;

/**
 * Finds the towns with a name, or a word in a name, that starts with the given letters. For a form-only language, it
 * also matches the codes of a town's own airports: the browser has no airport names in that language except those in this
 * response.
 * @param letters folded, see {@link fold}
 * @param formLanguage the language of the names
 */
export function townsStartingWith(letters: string, formLanguage: FormLanguage): TownMatches {
  index ??= towns.map((town) => ({ town, names: [...new Set(townNames(town).map(fold))] }));
  const matches = index
    .map(({ town, names }) => ({
      town,
      names: [...names, ...codesOf(town, formLanguage)].filter((name) => rankOfName(name, letters) < Infinity),
    }))
    .filter(({ names }) => names.length > 0);
  const isComplete = matches.length <= maxTownsPerResponse;
  const best = isComplete
    ? matches
    : matches
        .map((match) => ({ match, rank: Math.min(...match.names.map((name) => rankOfName(name, letters))) }))
        .sort((a, b) => a.rank - b.rank)
        .slice(0, maxTownsPerResponse)
        .map(({ match }) => match);
  const { nearestAirport, kilometres } = placePhrases[formLanguage];
  return {
    towns: best.map(({ town, names }) => suggestionOf(town, names, formLanguage)),
    isComplete,
    words: { nearestAirport, kilometres },
  };
}

/** Describes a town and the airports near it; if the town has exactly one airport of its own, only that airport. */
function suggestionOf(town: Town, names: string[], formLanguage: FormLanguage): TownSuggestion {
  const ownAirports = airportsNamedAfter(town);
  const airports = nearbyAirports(town)
    .filter(({ airport }) => ownAirports.length !== 1 || airport === ownAirports[0])
    .map(({ airport, kilometres }): TownSuggestion['airports'][number] => {
      const names = namesOf(airport, formLanguage);
      return names ? [airport.code, kilometres, names] : [airport.code, kilometres];
    });
  if (ownAirports.length === 1) return { names, airports };
  return { names, town: [town.names[formLanguage], town.country.names[formLanguage]], airports };
}

/** Returns the folded codes of a town's own airports, for a form-only language. */
function codesOf(town: Town, formLanguage: FormLanguage): string[] {
  return isFormOnlyLanguage(formLanguage) ? airportsNamedAfter(town).map(({ code }) => code.toLowerCase()) : [];
}

function namesOf(airport: Airport, formLanguage: FormLanguage): [city: string, detail: string] | undefined {
  if (!isFormOnlyLanguage(formLanguage)) return undefined;
  const { city, detail } = formOnlyAirportNames(airport, formLanguage);
  return [city, joinNames(detail, formLanguage)];
}
