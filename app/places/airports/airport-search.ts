import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airports } from './airport.ts';
import { airportsOfCode } from './airport-codes.ts';

/** Names in use that folding cannot derive from those in the list: German names and other spellings. */
const otherNames: Record<string, string[]> = {
  MUC: ['München', 'Muenchen', 'ميونيخ', 'مونيخ'],
  CGN: ['Köln', 'Koeln', 'كولن'],
  NUE: ['Nürnberg', 'Nuernberg', 'نورمبرغ'],
  HAJ: ['Hannover'],
  LEJ: ['لايبزغ', 'لايبتسيغ'],
  AGA: ['أغادير'],
  DUS: ['Duesseldorf'],
  JED: ['Jiddah'],
  RUH: ['Riad'],
  CAI: ['Kairo'],
  VIE: ['Wien'],
};

/** Longer text matches no airport. It is not searched, because a long search would block other requests. */
const maxQueryLength = 200;

/** An airport with its names folded in advance, because the field searches at every keystroke. */
interface IndexEntry {
  airport: Airport;
  /** City and airport names in every language. */
  names: string[];
  /** City names in every language. */
  cities: string[];
  countries: string[];
  /** Everything that a visitor may type, including the countries; a space precedes every word. */
  searchText: string;
}

const index: readonly IndexEntry[] = airports.map((airport) => {
  const [cities, airportNames, countries] = [airport.city, airport.name, airport.country].map((texts) =>
    Object.values(texts).map(fold),
  ) as [string[], string[], string[]];
  const names = [...cities, ...airportNames, ...(otherNames[airport.code] ?? []).map(fold)];
  return {
    airport,
    names,
    cities,
    countries,
    searchText: ` ${[fold(airport.code), ...names, ...countries].join(' ')}`,
  };
});

/**
 * Returns the airports that match the typed text, best match first: those that have it as a code, then names that begin
 * with the text, then names that contain all of its words, even inside longer words. These are suggestions, which
 * somebody has to choose. Empty text matches every airport; text over 200 characters matches none.
 */
export function searchAirports(typed: string): Airport[] {
  if (typed.length > maxQueryLength) return [];
  const query = fold(typed);
  if (query === '') return [...airports];
  const words = [...new Set(query.split(' '))];
  const ofCode = airportsOfCode(query.toUpperCase());
  return index
    .map((entry) => ({
      airport: entry.airport,
      rank: ofCode.includes(entry.airport) ? rank.code : rankOf(entry, query, words),
    }))
    .filter((match) => match.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ airport }) => airport);
}

/** How well an airport matches a query; lower is better. */
const rank = { code: 0, name: 1, country: 2, prefix: 3, words: 4, substring: 5 };

function rankOf(entry: IndexEntry, query: string, words: string[]): number {
  if (entry.names.includes(query)) return rank.name;
  if (entry.countries.includes(query)) return rank.country;
  if (entry.names.some((name) => name.startsWith(query))) return rank.prefix;
  if (words.every((word) => entry.searchText.includes(` ${word}`))) return rank.words;
  // In Arabic the article and some prepositions are part of the word, so a match may start inside a word.
  if (query.length >= 3 && words.every((word) => entry.searchText.includes(word))) return rank.substring;
  return Infinity;
}

/** Returns the airports in cities whose name, in any language, begins with the typed text. */
export function airportsByCityPrefix(typed: string): Airport[] {
  const query = fold(typed);
  return index.filter(({ cities }) => cities.some((city) => city.startsWith(query))).map(({ airport }) => airport);
}
