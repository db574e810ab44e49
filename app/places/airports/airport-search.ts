import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airportByCode, airports } from './airport.ts';

/** Names that people use and that no folding derives from those of the list: German ones, and other spellings. */
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

/** Longer texts match no airport, and are not searched, because that would block other requests. */
const maxSearched = 200;

/** An airport with its texts folded once, because the field searches at every letter. */
interface IndexEntry {
  airport: Airport;
  code: string;
  /** City and airport names in every language. */
  names: string[];
  /** Names of the city alone. */
  cities: string[];
  countries: string[];
  /** Everything a visitor may type, countries too. */
  haystack: string;
}

const index: readonly IndexEntry[] = airports.map((airport) => {
  const [cities, airportNames, countries] = [airport.city, airport.name, airport.country].map((one) =>
    Object.values(one).map(fold),
  ) as [string[], string[], string[]];
  const names = [...cities, ...airportNames, ...(otherNames[airport.code] ?? []).map(fold)];
  return {
    airport,
    code: airport.code.toLowerCase(),
    names,
    cities,
    countries,
    haystack: ` ${[fold(airport.code), ...names, ...countries].join(' ')}`,
  };
});

/**
 * Airports that match what was typed, best first: the code, then names that begin with it, then names that
 * hold all of its words. An empty text matches every airport, one of more than 200 characters none.
 */
export function searchAirports(typed: string): Airport[] {
  if (typed.length > maxSearched) return [];
  const query = fold(typed);
  return query === '' ? [...airports] : ranked(query).map((found) => found.airport);
}

function ranked(query: string): { airport: Airport; rank: number }[] {
  const words = [...new Set(query.split(' '))];
  return index
    .map((entry) => ({ airport: entry.airport, rank: rankOf(entry, query, words) }))
    .filter((found) => found.rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
}

const rank = { code: 0, name: 1, country: 2, beginning: 3, words: 4, within: 5 };

function rankOf(entry: IndexEntry, query: string, words: string[]): number {
  if (entry.code === query) return rank.code;
  if (entry.names.includes(query)) return rank.name;
  if (entry.countries.includes(query)) return rank.country;
  if (entry.names.some((name) => name.startsWith(query))) return rank.beginning;
  if (words.every((word) => entry.haystack.includes(` ${word}`))) return rank.words;
  // Arabic glues the article and prepositions on, so a word may begin in the middle of another.
  if (query.length >= 3 && words.every((word) => entry.haystack.includes(word))) return rank.within;
  return Infinity;
}

/** The result of {@link resolveAirport}: one airport, several possible ones, or none. */
export type AirportAnswer =
  { outcome: 'found'; airport: Airport } | { outcome: 'ambiguous'; choices: Airport[] } | { outcome: 'unknown' };

/** Maximum number of choices shown beside a field. */
const maxChoices = 8;

/** Where most people of a large country fly from and to: offered first when only the country was named. */
const busiest = (
  'RUH JED DMM MED DXB AUH SHJ CAI HBE HRG SSH BGW EBL BSR AMM DAM ALP MJI BEN ALG ORN TUN CMN RAK RBA ' +
  'FRA MUC BER DUS HAM CGN STR HAJ IST SAW AYT ESB LHR LGW CDG FCO MXP MAD BCN VIE ZRH'
).split(' ');

/**
 * The airport somebody meant: by code, by "City (CODE)", or by any of its names in either script. Only a
 * whole name or code decides; a beginning, a word or a country that fits several airports is a question, and
 * so are three small letters that are a code and begin a city elsewhere (Riy: Mukalla or Riyadh).
 */
export function resolveAirport(typed: string): AirportAnswer {
  if (typed.length > maxSearched) return { outcome: 'unknown' };
  const text = withoutBidiMarks(typed).trim();
  const inBrackets = /\(\s*([A-Za-z]{3})\s*\)$/.exec(text)?.[1];
  const bare = /^[A-Za-z]{3}$/.test(text) ? text : undefined;
  const byCode = airportByCode((inBrackets ?? bare ?? '').toUpperCase());
  const query = fold(typed);
  if (byCode) {
    const others =
      bare && bare !== byCode.code ? citiesBeginningWith(query).filter(({ city }) => city.en !== byCode.city.en) : [];
    return others.length > 0 ? asked([byCode, ...others]) : { outcome: 'found', airport: byCode };
  }

  if (query === '') return { outcome: 'unknown' };
  const found = ranked(query);
  const best = found[0]?.rank ?? Infinity;
  if (best === Infinity) return { outcome: 'unknown' };
  const isWhole = best <= rank.country;
  const candidates = found.filter((one) => !isWhole || one.rank === best).map(({ airport }) => airport);
  const [first] = candidates;
  return first && candidates.length === 1 ? { outcome: 'found', airport: first } : asked(candidates);
}

function citiesBeginningWith(query: string): Airport[] {
  return index.filter(({ cities }) => cities.some((city) => city.startsWith(query))).map(({ airport }) => airport);
}

function asked(candidates: Airport[]): AirportAnswer {
  const place = ({ code }: Airport) => (busiest.includes(code) ? busiest.indexOf(code) : busiest.length);
  const choices = candidates
    .map((airport, order) => ({ airport, order }))
    .sort((a, b) => place(a.airport) - place(b.airport) || a.order - b.order)
    .map(({ airport }) => airport);
  return { outcome: 'ambiguous', choices: choices.slice(0, maxChoices) };
}
