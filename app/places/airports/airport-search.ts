import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airportByCode, airports } from './airport.ts';

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
  code: string;
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
    code: airport.code.toLowerCase(),
    names,
    cities,
    countries,
    searchText: ` ${[fold(airport.code), ...names, ...countries].join(' ')}`,
  };
});

/**
 * Returns the airports that match the typed text, best match first: its code, then names that begin with the text, then
 * names that contain all of its words. Empty text matches every airport; text over 200 characters matches none.
 */
export function searchAirports(typed: string): Airport[] {
  if (typed.length > maxQueryLength) return [];
  const query = fold(typed);
  return query === '' ? [...airports] : rankedMatches(query).map(({ airport }) => airport);
}

function rankedMatches(query: string): { airport: Airport; rank: number }[] {
  const words = [...new Set(query.split(' '))];
  return index
    .map((entry) => ({ airport: entry.airport, rank: rankOf(entry, query, words) }))
    .filter((match) => match.rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
}

/** How well an airport matches a query; lower is better. */
const rank = { code: 0, name: 1, country: 2, prefix: 3, words: 4, substring: 5 };

function rankOf(entry: IndexEntry, query: string, words: string[]): number {
  if (entry.code === query) return rank.code;
  if (entry.names.includes(query)) return rank.name;
  if (entry.countries.includes(query)) return rank.country;
  if (entry.names.some((name) => name.startsWith(query))) return rank.prefix;
  if (words.every((word) => entry.searchText.includes(` ${word}`))) return rank.words;
  // In Arabic the article and some prepositions are part of the word, so a match may start inside a word.
  if (query.length >= 3 && words.every((word) => entry.searchText.includes(word))) return rank.substring;
  return Infinity;
}

/** The result of {@link resolveAirport}: one airport, several possible ones, or none. */
export type AirportResolution =
  { outcome: 'found'; airport: Airport } | { outcome: 'ambiguous'; choices: Airport[] } | { outcome: 'unknown' };

/** The maximum number of choices that a field offers. */
const maxChoices = 8;

/** The busiest airports, which are offered first, for example if the visitor has named only a large country. */
const busiestAirports = (
  'RUH JED DMM MED DXB AUH SHJ CAI HBE HRG SSH BGW EBL BSR AMM DAM ALP MJI BEN ALG ORN TUN CMN RAK RBA ' +
  'FRA MUC BER DUS HAM CGN STR HAJ IST SAW AYT ESB LHR LGW CDG FCO MXP MAD BCN VIE ZRH'
).split(' ');

/**
 * Resolves typed text to the airport that the visitor means: a code, "City (CODE)", or any of its names in either
 * script. The result is ambiguous if the text is a prefix, a word or a country that matches several airports, or if it
 * is a code in lower case with which the name of another city begins (Riy: Mukalla or Riyadh).
 */
export function resolveAirport(typed: string): AirportResolution {
  if (typed.length > maxQueryLength) return { outcome: 'unknown' };
  const text = withoutBidiMarks(typed).trim();
  const codeInBrackets = /\(\s*([A-Za-z]{3})\s*\)$/.exec(text)?.[1];
  const bareCode = /^[A-Za-z]{3}$/.test(text) ? text : undefined;
  const byCode = airportByCode((codeInBrackets ?? bareCode ?? '').toUpperCase());
  const query = fold(typed);
  if (byCode) {
    const others =
      bareCode && bareCode !== byCode.code
        ? airportsByCityPrefix(query).filter(({ city }) => city.en !== byCode.city.en)
        : [];
    return others.length > 0 ? ambiguous([byCode, ...others]) : { outcome: 'found', airport: byCode };
  }

  if (query === '') return { outcome: 'unknown' };
  const matches = rankedMatches(query);
  const best = matches[0]?.rank ?? Infinity;
  if (best === Infinity) return { outcome: 'unknown' };
  const isWholeName = best <= rank.country;
  const candidates = matches.filter((match) => !isWholeName || match.rank === best).map(({ airport }) => airport);
  const [first] = candidates;
  return first && candidates.length === 1 ? { outcome: 'found', airport: first } : ambiguous(candidates);
}

function airportsByCityPrefix(query: string): Airport[] {
  return index.filter(({ cities }) => cities.some((city) => city.startsWith(query))).map(({ airport }) => airport);
}

function ambiguous(candidates: Airport[]): AirportResolution {
  const position = ({ code }: Airport) =>
    busiestAirports.includes(code) ? busiestAirports.indexOf(code) : busiestAirports.length;
  const choices = candidates
    .map((airport, order) => ({ airport, order }))
    .sort((a, b) => position(a.airport) - position(b.airport) || a.order - b.order)
    .map(({ airport }) => airport);
  return { outcome: 'ambiguous', choices: choices.slice(0, maxChoices) };
}
