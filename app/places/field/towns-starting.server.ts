import { fold } from '#app/i18n/input/fold.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { placePhrases } from '../place-phrases.ts';
import { airportsNamedAfter, nearbyAirports, type Town, townNames, towns } from '../towns/towns.ts';
import { rankOfName, type TownsStarting, type TownSuggestion } from './town-suggestions.ts';

/** The most towns in one answer, which keeps it at a few kilobytes. */
const maxAnswer = 40;

/** Every town with its folded names, built on first use. */
let index: { town: Town; names: string[] }[] | undefined;

/**
 * Finds the towns of which a name, or a word in a name, starts with some letters.
 * @param letters folded, see {@link fold}
 * @param formLanguage the language of the names
 */
export function townsStarting(letters: string, formLanguage: FormLanguage): TownsStarting {
  index ??= towns.map((town) => ({ town, names: [...new Set(townNames(town).map(fold))] }));
  const matches = index
    .map(({ town, names }) => ({
      town,
      names: names.filter((name) => rankOfName(name, letters) < Infinity),
    }))
    .filter(({ names }) => names.length > 0);
  const isComplete = matches.length <= maxAnswer;
  const best = isComplete
    ? matches
    : matches
        .map((match) => ({ match, rank: Math.min(...match.names.map((name) => rankOfName(name, letters))) }))
        .sort((a, b) => a.rank - b.rank)
        .slice(0, maxAnswer)
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
  const own = airportsNamedAfter(town);
  const airports = nearbyAirports(town)
    .filter(({ airport }) => own.length !== 1 || airport === own[0])
    .map(({ airport, kilometres }): [string, number] => [airport.code, kilometres]);
  if (own.length === 1) return { names, airports };
  return { names, town: [town.names[formLanguage], town.country.names[formLanguage]], airports };
}
