import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { fold, withPlainLetters } from '#app/i18n/input/fold.ts';
import { type Airport, airportByCode } from '../airports/airport.ts';
import { airportsOfCode } from '../airports/airport-codes.ts';
import { airportsByCityPrefix, searchAirports } from '../airports/airport-search.ts';
import { areaByCode } from '../airports/areas.ts';
import type { Country } from '../towns/countries.ts';
import { townOfAirport } from '../towns/towns.ts';
import { distinct, idOf, type Interpretation, interpretationsOf, withoutNamesakeCountries } from './interpretation.ts';
import { placesNamed, placesWithSimilarNames } from './name-index.ts';
import { findParts, type Parts } from './place-parts.ts';

/** How a typed place is interpreted. */
interface PlaceReading {
  /** One: unambiguous. Several: ambiguous. None: unknown. */
  interpretations: readonly Interpretation[];
  /**
   * Whether somebody has to confirm the interpretations, because the name is misspelt or part of longer text, such as
   * the name of a hospital, or because the text is a code that is not in our lists.
   */
  needsConfirmation: boolean;
  /** Whether a name is none in our lists, but sounds like one: Siirt, Sirte. */
  isBySound: boolean;
}

/** The interpretation of a typed place. */
export interface InterpretedPlace extends PlaceReading {
  /** The text as typed. */
  typed: string;
}

/** Longer text is a description that begins with the place, so the rest is ignored. */
const maxLength = 120;

/**
 * Interprets a place in the visitor's own words: a code, "City (CODE)", "Town, Country", or any name or spelling in our
 * four languages, even if it is misspelt or part of longer text. This is the only function that decides what a text
 * means: both the flight search and the request forms rely on it. Works in the browser and on the server.
 */
export function interpretPlace(typed: string): InterpretedPlace {
  const text = plainText(typed);
  const { interpretations, ...reading } = readCode(text) ?? readName(text);
  return { typed, interpretations: withoutNamesakeCountries(interpretations), ...reading };
}

/** Returns the beginning of typed text in plain letters, without direction marks. */
function plainText(typed: string): string {
  return withPlainLetters(withoutBidiMarks(typed.slice(0, 2 * maxLength)))
    .trim()
    .slice(0, maxLength);
}

/**
 * Returns the IATA code of the airport that typed text unambiguously refers to; undefined if there is no single
 * unambiguous interpretation.
 */
export function placeCode(typed: string): string | undefined {
  return codeOf(interpretPlace(typed));
}

function codeOf({ interpretations, needsConfirmation }: InterpretedPlace): string | undefined {
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
  const place = interpretPlace(typed);
  const code = codeOf(place);
  if (code) return code;
  const { interpretations } = place;
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

/** Reads text that is not a code: a name, or a name among other words. */
function readName(text: string): PlaceReading {
  const { places, isBySound } = placesNamed(text);
  const named = interpretationsOf(places);
  if (named.length > 0 && !isBySound) return certain(named);
  const parts = findParts(text);
  const isWhole = parts.interpretations.length > 0 && parts.unmatchedWords.length === 0;
  const hasSeveralPlaces = parts.interpretations.filter(({ kind }) => kind !== 'country').length > 1;
  if (isWhole && !parts.isBySound && !hasSeveralPlaces) return certain(parts.interpretations);
  if (named.length > 0) return { ...certain(named), isBySound };
  const airport = airportNamedWith(text);
  if (airport) return uncertain(interpretationsOf([airport]));
  if (isWhole) return { ...certain(parts.interpretations), isBySound: parts.isBySound };
  return uncertain(likelyInterpretations(text, parts));
}

/**
 * Reads `RUH`, `ruh` or `Riyadh (RUH)`; returns undefined if the text does not have this form. Three letters in upper
 * case are always a code: if it is not in our lists, they may still be a name (ULM), but somebody has to confirm that.
 * In lower case they may also be the beginning of a city's name (riy: Mukalla or Riyadh), and are rather a name than an
 * old code (Ada). If the text before the brackets is not a name for the code's airport, it may mean something else, so
 * it is not read here.
 */
function readCode(text: string): PlaceReading | undefined {
  const [, name = '', codeInBrackets] = /^(.*)\(\s*([A-Za-z]{3})\s*\)$/.exec(text) ?? [];
  if (codeInBrackets !== undefined) {
    const code = codeInBrackets.toUpperCase();
    const own = airportByCode(code);
    if (fold(name) === '') return own && certain(interpretationsOf([own]));
    const named = airportsWithCode(code).filter((airport) => isNameOf(airport, name));
    return named.length > 0 ? certain(interpretationsOfAirports(named)) : undefined;
  }
  if (!/^[A-Za-z]{3}$/.test(text)) return undefined;
  const named = interpretationsOf(placesNamed(text).places);
  const code = text.toUpperCase();
  const airports = airportsWithCode(code);
  if (text === code) return airports.length > 0 ? certain(interpretationsOfAirports(airports)) : uncertain(named);
  if (!airportByCode(code))
    return named.length > 0 || airports.length === 0 ? undefined : uncertain(interpretationsOfAirports(airports));
  const others = airportsByCityPrefix(text).filter(({ city }) => airports.every((own) => own.city.en !== city.en));
  return certain(distinct([...interpretationsOf([...airports, ...others]), ...named]));
}

function certain(interpretations: Interpretation[]) {
  return { interpretations, needsConfirmation: false, isBySound: false };
}

function uncertain(interpretations: Interpretation[]) {
  return { interpretations, needsConfirmation: true, isBySound: false };
}

/** Returns the airports that a code in upper case may stand for, including the code of a city with several airports. */
function airportsWithCode(code: string): readonly Airport[] {
  return areaByCode(code)?.airports.flatMap((each) => airportByCode(each) ?? []) ?? airportsOfCode(code);
}

/** Returns the interpretations of a code: the airports, or their city if they share one. */
function interpretationsOfAirports(airports: readonly Airport[]): Interpretation[] {
  const [town, anotherTown] = new Set(airports.map(townOfAirport));
  return interpretationsOf(town && !anotherTown && airports.length > 1 ? [town] : airports);
}

/** Returns whether a string is the name of an airport or of a town near it. */
function isNameOf(airport: Airport, text: string): boolean {
  return interpretationsOf(placesNamed(text.trim()).places).some((interpretation) =>
    interpretation.kind === 'town'
      ? interpretation.airports.some((nearby) => nearby.airport === airport)
      : interpretation.kind === 'airport' && interpretation.airport === airport,
  );
}

/** Returns the probable interpretations of text with a misspelt name, or with a name among other words. */
function likelyInterpretations(text: string, { interpretations, unmatchedWords, countries }: Parts): Interpretation[] {
  const interpretationsOfText = interpretationsOf(placesWithSimilarNames(text));
  if (interpretationsOfText.length > 0) return interpretationsOfText;
  // If only countries were found, one of the other words may be a misspelt town.
  if (interpretations.some(({ kind }) => kind !== 'country')) return interpretations;
  for (const word of unmatchedWords) {
    // Short words are too often similar to the name of some town, unless the country is known.
    const allowsMisspelling = countries.length > 0 || word.length >= 8;
    const candidates = interpretationsOf([
      ...withoutPreposition(word).flatMap((rest) => placesNamed(rest).places),
      ...(allowsMisspelling ? placesWithSimilarNames(word) : []),
    ]);
    const matching =
      countries.length > 0 ? candidates.filter(({ country }) => countries.includes(country)) : candidates;
    if (matching.length > 0) return matching;
  }
  return interpretations;
}

/** Returns the only airport whose name contains these whole words, such as `King Khalid` or `Cologne Bonn`. */
function airportNamedWith(text: string): Airport | undefined {
  if (text.length <= 3) return undefined;
  const words = ` ${fold(text)} `;
  const [airport, another] = searchAirports(text).filter(({ name }) =>
    Object.values(name).some((fullName) => ` ${fold(fullName)} `.includes(words)),
  );
  return another ? undefined : airport;
}

/**
 * Removes an Arabic preposition, which is written as part of the word: بجدة, للرياض. Returns no word if there is none.
 */
function withoutPreposition(word: string): string[] {
  if (/^لل\p{L}{3,}/u.test(word)) return [`ال${word.slice(2)}`];
  return /^[بلو]\p{L}{3,}/u.test(word) ? [word.slice(1)] : [];
}
