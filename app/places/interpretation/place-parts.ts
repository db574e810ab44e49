import { fold } from '#app/i18n/input/fold.ts';
import { airportsOfCode } from '../airports/airport-codes.ts';
import type { Country } from '../towns/countries.ts';
import { townOfAirport } from '../towns/towns.ts';
import { distinct, idOf, type Interpretation, interpretationsOf } from './interpretation.ts';
import { type NameMatch, placesNamed } from './name-index.ts';

const maxWords = 24;
const maxNameWords = 5;

/** The places found among the words of typed text. */
export interface Parts {
  interpretations: Interpretation[];
  /** Whether one of the names only sounds like one in our lists. */
  isBySound: boolean;
  /** Words that belong to none of the places. */
  unmatchedWords: string[];
  /** Countries that the text names in addition to places. */
  countries: Country[];
}

/** Words that may accompany the name of a place without changing its meaning. */
const fillerWords = new Set(
  (
    'city town airport international intl the of in from to at state ' +
    'مدينه مطار الدولي دولي محافظه منطقه في من الي دوله ' +
    'stadt flughafen in von nach am aus город аэропорт в из г'
  ).split(' '),
);

/** Finds places in typed text, always trying the longest possible name first. */
export function findParts(text: string): Parts {
  const words = text
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .filter((word) => fold(word) !== '')
    .slice(0, maxWords);
  const matches: NameMatch[] = [];
  const unmatchedWords: string[] = [];
  for (let start = 0; start < words.length;) {
    const match = longestMatch(words.slice(start, start + maxNameWords));
    if (match) matches.push(match);
    else {
      const word = words[start] ?? '';
      if (!fillerWords.has(fold(word))) unmatchedWords.push(word);
    }
    start += match?.size ?? 1;
  }
  return {
    ...combineParts(matches.map(({ places }) => interpretationsOf(places))),
    isBySound: matches.some(({ isBySound }) => isBySound),
    unmatchedWords,
  };
}

/**
 * Returns the places that the longest possible name at the beginning of the words refers to, and its number of words.
 */
function longestMatch(words: string[]): (NameMatch & { size: number }) | undefined {
  for (let size = words.length; size > 0; size--) {
    const match = matchOf(words.slice(0, size));
    if (match.places.length > 0) return { ...match, size };
  }
  return undefined;
}

/** Returns the places that the words, taken together, may refer to. */
function matchOf(words: string[]): NameMatch {
  const text = words.join(' ');
  if (words.length > 1) return placesNamed(text);
  if (fillerWords.has(fold(text))) return { places: [], isBySound: false };
  const match = placesNamed(text);
  if (/^[A-Z]{3}$/.test(text) && match.places.length === 0) return { places: airportsOfCode(text), isBySound: false };
  // Up to three lower-case letters are more likely an ordinary word than a town.
  if (/^[a-zа-я]{1,3}$/.test(text)) return { ...match, places: match.places.filter((place) => !('latitude' in place)) };
  return match;
}

/** Combines the interpretations of the parts of typed text, such as "Tripoli, Lebanon", "RUH Riyadh" or "Dubai DXB". */
function combineParts(parts: Interpretation[][]): Pick<Parts, 'interpretations' | 'countries'> {
  const countries = parts.flatMap((interpretations) =>
    isCountryPart(interpretations, parts) ? countriesOf(interpretations) : [],
  );
  const places = parts
    .filter((interpretations) => !isCountryPart(interpretations, parts))
    .map((interpretations) => preferWithin(interpretations, countries));
  const [first = [], ...others] = places.length > 0 ? places : parts;
  const common = others.reduce(commonInterpretations, first);
  const all = common.length > 0 ? common : [first, ...others].flat();
  return { interpretations: distinct(all), countries };
}

/**
 * Returns whether a part names a country. A name that is both a country and a town counts as the country if another
 * part names a place in that country: Oran, Алжир.
 */
function isCountryPart(interpretations: Interpretation[], parts: Interpretation[][]): boolean {
  if (interpretations.every(({ kind }) => kind === 'country')) return true;
  const countries = countriesOf(interpretations);
  return parts
    .filter((others) => others !== interpretations && countriesOf(others).length === 0)
    .some((others) => others.some(({ country }) => countries.includes(country)));
}

function countriesOf(interpretations: Interpretation[]): Country[] {
  return interpretations.filter(({ kind }) => kind === 'country').map(({ country }) => country);
}

/** Returns the interpretations in one of the countries, or all interpretations if none is. */
function preferWithin(interpretations: Interpretation[], countries: Country[]): Interpretation[] {
  const matching = interpretations.filter(({ kind, country }) => kind !== 'country' && countries.includes(country));
  return matching.length > 0 ? matching : interpretations;
}

/** Returns the interpretations that two parts share. A city and one of its airports share the airport. */
function commonInterpretations(interpretations: Interpretation[], others: Interpretation[]): Interpretation[] {
  const pairs = interpretations.flatMap((a) => others.map((b) => [a, b] as const));
  return pairs.flatMap(([a, b]) => {
    if (idOf(a) === idOf(b) || isAirportOf(a, b)) return [a];
    return isAirportOf(b, a) ? [b] : [];
  });
}

function isAirportOf(airport: Interpretation, city: Interpretation): boolean {
  return airport.kind === 'airport' && city.kind === 'town' && townOfAirport(airport.airport) === city.town;
}
