import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airportByCode } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';
import { type Country, countryOfAirport } from '../towns/countries.ts';
import { airportsNamedAfter, type NearbyAirport, nearbyAirports, type Town, townOfAirport } from '../towns/towns.ts';
import { type NamedPlace, placesNamed, placesWithSimilarNames } from './name-index.ts';

/**
 * A possible interpretation of typed text. A town with exactly one airport of its own is represented by that airport.
 */
export type Interpretation =
  | { kind: 'airport'; airport: Airport; country: Country }
  | { kind: 'town'; town: Town; country: Country; airports: readonly NearbyAirport[] }
  | { kind: 'country'; country: Country };

/** The interpretation of a typed place. */
export interface InterpretedPlace {
  /** The text as typed. */
  typed: string;
  /** One: unambiguous. Several: ambiguous. None: unknown. */
  interpretations: readonly Interpretation[];
  /**
   * Whether somebody has to confirm the interpretations, because the name is misspelt or part of longer text, such as
   * the name of a hospital.
   */
  needsConfirmation: boolean;
}

/** Longer text is a description that begins with the place, so the rest is ignored. */
const maxLength = 120;
const maxWords = 24;
const maxNameWords = 5;
/** More interpretations would be too many to read. */
const maxInterpretations = 4;

/**
 * Interprets a place in the visitor's own words: a code, "City (CODE)", "Town, Country", or any name or spelling in our
 * four languages, even if it is misspelt or part of longer text. Works in the browser and on the server.
 */
export function interpretPlace(typed: string): InterpretedPlace {
  const text = withoutBidiMarks(typed.slice(0, 2 * maxLength))
    .trim()
    .slice(0, maxLength);
  const exactInterpretations = withoutNamesakeCountries(
    interpretationsOfCode(text) ?? interpretationsOf(placesNamed(text)),
  );
  if (exactInterpretations.length > 0)
    return { typed, interpretations: exactInterpretations, needsConfirmation: false };

  const parts = findParts(text);
  if (parts.interpretations.length > 0 && parts.unmatchedWords.length === 0) {
    return { typed, interpretations: withoutNamesakeCountries(parts.interpretations), needsConfirmation: false };
  }
  return {
    typed,
    interpretations: withoutNamesakeCountries(likelyInterpretations(text, parts)),
    needsConfirmation: true,
  };
}

/**
 * Returns the IATA code of the airport that typed text unambiguously refers to; undefined if there is no single
 * unambiguous interpretation.
 */
export function placeCode(typed: string): string | undefined {
  const { interpretations, needsConfirmation } = interpretPlace(typed);
  const [interpretation] = interpretations;
  return !needsConfirmation && interpretations.length === 1 && interpretation?.kind === 'airport'
    ? interpretation.airport.code
    : undefined;
}

/** Returns the country (ISO 3166-1 alpha-2) that all interpretations of typed text share; undefined if they differ. */
export function placeCountry(typed: string): string | undefined {
  return commonCountry(interpretPlace(typed).interpretations)?.code;
}

/**
 * Returns a short name for a place from our own lists, never the visitor's text: `RUH`, or else the English name of the
 * town or country; undefined if the place is unknown or ambiguous.
 */
export function shortPlaceName(typed: string): string | undefined {
  const code = placeCode(typed);
  if (code) return code;
  const { interpretations } = interpretPlace(typed);
  const [interpretation] = interpretations;
  if (interpretations.length === 1 && interpretation?.kind === 'town') return interpretation.town.names.en;
  if (interpretations.length === 1 && interpretation?.kind === 'airport') return interpretation.airport.city.en;
  return commonCountry(interpretations)?.names.en;
}

/**
 * Returns whether two typed places are the same: equal apart from case and accents, or with the same unambiguous
 * interpretation.
 */
export function isSamePlace(a: string, b: string): boolean {
  if (isSameText(a, b)) return true;
  const [placeA, placeB] = [interpretPlace(a), interpretPlace(b)];
  const [interpretationA] = placeA.interpretations;
  const [interpretationB] = placeB.interpretations;
  const isUnambiguous =
    placeA.interpretations.length === 1 &&
    placeB.interpretations.length === 1 &&
    !placeA.needsConfirmation &&
    !placeB.needsConfirmation;
  // A country is not a single place: a domestic flight begins and ends in the same country.
  return isUnambiguous && interpretationA?.kind !== 'country' && idOf(interpretationA) === idOf(interpretationB);
}

/** Returns whether two strings are equal apart from case, accents, whitespace and punctuation. */
export function isSameText(a: string, b: string): boolean {
  // Text that consists only of punctuation folds to an empty string.
  return a.trim() === b.trim() || (fold(a) !== '' && fold(a) === fold(b));
}

function commonCountry(interpretations: readonly Interpretation[]): Country | undefined {
  const [first] = interpretations;
  return interpretations.every(({ country }) => country === first?.country) ? first?.country : undefined;
}

/**
 * Returns the interpretations of `RUH` or `Riyadh (RUH)`; undefined if the text does not have this form. A code in lower
 * case may also be the beginning of a city's name (riy: Mukalla or Riyadh). If the text before the brackets is not a
 * name for the code's airport, it may mean something else, so it is not resolved here.
 */
function interpretationsOfCode(text: string): Interpretation[] | undefined {
  const [, name = '', codeInBrackets] = /^(.*)\(\s*([A-Za-z]{3})\s*\)$/.exec(text) ?? [];
  const airport = airportByCode((codeInBrackets ?? text).toUpperCase());
  if (!airport) return undefined;
  if (codeInBrackets !== undefined) return isNameOf(airport, name) ? interpretationsOf([airport]) : undefined;
  if (text === airport.code) return interpretationsOf([airport]);
  const resolution = resolveAirport(text);
  const airports = resolution.outcome === 'ambiguous' ? resolution.choices : [airport];
  return interpretationsOf([...airports, ...placesNamed(text)]);
}

/** Returns whether a string is empty, or the name of an airport or of a town near it. */
function isNameOf(airport: Airport, text: string): boolean {
  if (fold(text) === '') return true;
  return interpretationsOf(placesNamed(text.trim())).some((interpretation) =>
    interpretation.kind === 'town'
      ? interpretation.airports.some((nearby) => nearby.airport === airport)
      : interpretation.kind === 'airport' && interpretation.airport === airport,
  );
}

function interpretationsOf(places: readonly NamedPlace[]): Interpretation[] {
  const interpretations = new Map<string, Interpretation>();
  for (const place of places) {
    const interpretation = interpretationOf(place);
    interpretations.set(idOf(interpretation), interpretation);
  }
  return [...interpretations.values()].slice(0, maxInterpretations);
}

function interpretationOf(place: NamedPlace): Interpretation {
  if ('city' in place) return { kind: 'airport', airport: place, country: countryOfAirport(place) };
  if (!('latitude' in place)) return { kind: 'country', country: place };
  const [own, another] = airportsNamedAfter(place);
  return own && !another
    ? { kind: 'airport', airport: own, country: place.country }
    : { kind: 'town', town: place, country: place.country, airports: nearbyAirports(place) };
}

function idOf(interpretation: Interpretation | undefined): string {
  switch (interpretation?.kind) {
    case 'airport':
      return interpretation.airport.code;
    case 'town':
      return `${interpretation.country.code} ${interpretation.town.names.en} ${interpretation.town.latitude}`;
    case 'country':
      return interpretation.country.code;
    case undefined:
      return '';
  }
}

/** Countries with the same name as the only city in them that has an airport. */
const countriesNamedAfterCity = new Set(['KW', 'SG', 'LU', 'DJ', 'HK']);

/**
 * Removes a country named after its city if that city is among the interpretations: "Kuwait" then means the city only.
 */
function withoutNamesakeCountries(interpretations: Interpretation[]): Interpretation[] {
  const hasCityIn = (country: Country) =>
    interpretations.some((other) => other.kind !== 'country' && other.country === country);
  return interpretations.filter(
    ({ kind, country }) => !(kind === 'country' && countriesNamedAfterCity.has(country.code) && hasCityIn(country)),
  );
}

/** The places found among the words of typed text. */
interface Parts {
  interpretations: Interpretation[];
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
function findParts(text: string): Parts {
  const words = text
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .filter((word) => fold(word) !== '')
    .slice(0, maxWords);
  const interpretationsOfParts: Interpretation[][] = [];
  const unmatchedWords: string[] = [];
  for (let start = 0; start < words.length;) {
    const size = nameSizes(words.length - start).find((size) => placesAt(words, start, size).length > 0);
    if (size === undefined) {
      const word = words[start] ?? '';
      if (!fillerWords.has(fold(word))) unmatchedWords.push(word);
    } else {
      interpretationsOfParts.push(interpretationsOf(placesAt(words, start, size)));
    }
    start += size ?? 1;
  }
  return { ...combineParts(interpretationsOfParts), unmatchedWords };
}

/** Returns the possible numbers of words in a name, longest first, with `remaining` words left in the text. */
function nameSizes(remaining: number): number[] {
  const longest = Math.min(maxNameWords, remaining);
  return Array.from({ length: longest }, (_, index) => longest - index);
}

/** Returns the places named by `size` words, beginning at the index `start`. */
function placesAt(words: string[], start: number, size: number): readonly NamedPlace[] {
  const text = words.slice(start, start + size).join(' ');
  if (size > 1) return placesNamed(text);
  if (fillerWords.has(fold(text))) return [];
  const places = placesNamed(text);
  const airport = /^[A-Z]{3}$/.test(text) && places.length === 0 ? airportByCode(text) : undefined;
  if (airport) return [airport];
  // Up to three lower-case letters are more likely an ordinary word than a town.
  if (/^[a-zа-я]{1,3}$/.test(text)) return places.filter((place) => !('latitude' in place));
  return places;
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
  const unique = new Map(all.map((interpretation) => [idOf(interpretation), interpretation]));
  return { interpretations: [...unique.values()].slice(0, maxInterpretations), countries };
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

/** Returns the probable interpretations of text with a misspelt name, or with a name among other words. */
function likelyInterpretations(text: string, { interpretations, unmatchedWords, countries }: Parts): Interpretation[] {
  const interpretationsOfText = interpretationsOf(placesWithSimilarNames(text));
  if (interpretationsOfText.length > 0) return interpretationsOfText;
  // If only countries were found, one of the other words may be a misspelt town.
  if (interpretations.some(({ kind }) => kind !== 'country')) return interpretations;
  const resolution = resolveAirport(text);
  if (resolution.outcome === 'found' && isPartOfAirportName(text, resolution.airport))
    return interpretationsOf([resolution.airport]);
  for (const word of unmatchedWords) {
    // Short words are too often similar to the name of some town, unless the country is known.
    const allowsMisspelling = countries.length > 0 || word.length >= 8;
    const candidates = interpretationsOf([
      ...withoutPreposition(word).flatMap(placesNamed),
      ...(allowsMisspelling ? placesWithSimilarNames(word) : []),
    ]);
    const matching =
      countries.length > 0 ? candidates.filter(({ country }) => countries.includes(country)) : candidates;
    if (matching.length > 0) return matching;
  }
  return interpretations;
}

/** Returns whether a string consists of whole words of an airport's name, such as `King Khalid`. */
function isPartOfAirportName(text: string, { name }: Airport): boolean {
  return text.length > 3 && Object.values(name).some((fullName) => ` ${fold(fullName)} `.includes(` ${fold(text)} `));
}

/**
 * Removes an Arabic preposition, which is written as part of the word: بجدة, للرياض. Returns no word if there is none.
 */
function withoutPreposition(word: string): string[] {
  if (/^لل\p{L}{3,}/u.test(word)) return [`ال${word.slice(2)}`];
  return /^[بلو]\p{L}{3,}/u.test(word) ? [word.slice(1)] : [];
}
