import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airportByCode } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';
import { type Country, countryOfAirport } from '../towns/countries.ts';
import { airportsNear, type NearAirport, ownAirports, type Town, townOfAirport } from '../towns/towns.ts';
import { type Named, namedExactly, namedNearly } from './name-index.ts';

/** A possible meaning of a text. A town with a single airport means that airport; a city with several is a town. */
export type Meaning =
  | { kind: 'airport'; airport: Airport; country: Country }
  | { kind: 'town'; town: Town; country: Country; airports: readonly NearAirport[] }
  | { kind: 'country'; country: Country };

export interface UnderstoodPlace {
  /** The text as typed. */
  written: string;
  /** One: understood. Several: ambiguous. None: unknown. */
  meanings: readonly Meaning[];
  /** Only probable, because it was misspelt or part of a longer text such as a hospital's name; has to be confirmed. */
  isLikely: boolean;
}

/** Whoever writes more describes something; a place stands at the beginning of it. */
const maxLength = 120;
const maxWords = 24;
const maxNameWords = 5;
/** More meanings than a person reads help nobody. */
const maxMeanings = 4;

/**
 * What a place means that somebody wrote in their own words: a code, "City (CODE)", "Town, Country", any name or
 * spelling in four scripts, also misspelt or within a longer text. Works in the browser and on the server.
 */
export function understandPlace(written: string): UnderstoodPlace {
  const text = withoutBidiMarks(written.slice(0, 2 * maxLength))
    .trim()
    .slice(0, maxLength);
  const certain = withoutCityStates(meaningsOfCode(text) ?? meaningsOf(namedExactly(text)));
  if (certain.length > 0) return { written, meanings: certain, isLikely: false };

  const parts = partsOf(text);
  if (parts.meanings.length > 0 && parts.left.length === 0) {
    return { written, meanings: withoutCityStates(parts.meanings), isLikely: false };
  }
  return { written, meanings: withoutCityStates(likelyMeanings(text, parts)), isLikely: true };
}

/** The IATA code of an airport that is certain; undefined if there is none, or it is ambiguous. */
export function placeCode(written: string): string | undefined {
  const { meanings, isLikely } = understandPlace(written);
  const [meaning] = meanings;
  return !isLikely && meanings.length === 1 && meaning?.kind === 'airport' ? meaning.airport.code : undefined;
}

/** The country (ISO 3166-1 alpha-2) that all meanings of the words agree on. */
export function placeCountry(written: string): string | undefined {
  return commonCountry(understandPlace(written).meanings)?.code;
}

/** A place in a word of ours, never the visitor's own: `RUH`, else the town's English name, else the country's. */
export function placeShort(written: string): string | undefined {
  const code = placeCode(written);
  if (code) return code;
  const { meanings } = understandPlace(written);
  const [meaning] = meanings;
  if (meanings.length === 1 && meaning?.kind === 'town') return meaning.town.names.en;
  if (meanings.length === 1 && meaning?.kind === 'airport') return meaning.airport.city.en;
  return commonCountry(meanings)?.names.en;
}

/** Whether two texts mean the same place: equal apart from spelling, or with the same certain meaning. */
export function isSamePlace(one: string, other: string): boolean {
  if (isSameWriting(one, other)) return true;
  const [a, b] = [one, other].map(understandPlace);
  const [first] = a?.meanings ?? [];
  const [second] = b?.meanings ?? [];
  const isCertain = a?.meanings.length === 1 && b?.meanings.length === 1 && !a.isLikely && !b.isLikely;
  // A flight within a country begins and ends in it.
  return isCertain && first?.kind !== 'country' && idOf(first) === idOf(second);
}

/** Whether two texts differ only in case, accents, spaces and the like. */
export function isSameWriting(one: string, other: string): boolean {
  // Signs alone fold to nothing.
  return one.trim() === other.trim() || (fold(one) !== '' && fold(one) === fold(other));
}

function commonCountry(meanings: readonly Meaning[]): Country | undefined {
  const [first] = meanings;
  return meanings.every(({ country }) => country === first?.country) ? first?.country : undefined;
}

/**
 * `RUH`, `Riyadh (RUH)`; three small letters may begin a city as well (riy: Mukalla or Riyadh). Other words before the
 * brackets say more than the code, or something else.
 */
function meaningsOfCode(text: string): Meaning[] | undefined {
  const [, before = '', inBrackets] = /^(.*)\(\s*([A-Za-z]{3})\s*\)$/.exec(text) ?? [];
  const airport = airportByCode((inBrackets ?? text).toUpperCase());
  if (!airport) return undefined;
  if (inBrackets !== undefined) return isNameOf(airport, before) ? meaningsOf([airport]) : undefined;
  if (text === airport.code) return meaningsOf([airport]);
  const answer = resolveAirport(text);
  const airports = answer.outcome === 'ambiguous' ? answer.choices : [airport];
  return meaningsOf([...airports, ...namedExactly(text)]);
}

/** Whether words are nothing but a name of an airport, or of a town that it is near. */
function isNameOf(airport: Airport, words: string): boolean {
  if (fold(words) === '') return true;
  return meaningsOf(namedExactly(words.trim())).some((meaning) =>
    meaning.kind === 'town'
      ? meaning.airports.some((near) => near.airport === airport)
      : meaning.kind === 'airport' && meaning.airport === airport,
  );
}

function meaningsOf(named: readonly Named[]): Meaning[] {
  const meanings = new Map<string, Meaning>();
  for (const one of named) {
    const meaning = meaningOf(one);
    meanings.set(idOf(meaning), meaning);
  }
  return [...meanings.values()].slice(0, maxMeanings);
}

function meaningOf(named: Named): Meaning {
  if ('city' in named) return { kind: 'airport', airport: named, country: countryOfAirport(named) };
  if (!('latitude' in named)) return { kind: 'country', country: named };
  const [own, another] = ownAirports(named);
  return own && !another
    ? { kind: 'airport', airport: own, country: named.country }
    : { kind: 'town', town: named, country: named.country, airports: airportsNear(named) };
}

function idOf(meaning: Meaning | undefined): string {
  switch (meaning?.kind) {
    case 'airport':
      return meaning.airport.code;
    case 'town':
      return `${meaning.country.code} ${meaning.town.names.en} ${meaning.town.latitude}`;
    case 'country':
      return meaning.country.code;
    case undefined:
      return '';
  }
}

const citiesAndStates = new Set(['KW', 'SG', 'LU', 'DJ', 'HK']);

/** Whoever writes Kuwait means its capital as well as its country: there is no other place to fly to. */
function withoutCityStates(meanings: Meaning[]): Meaning[] {
  const isInside = (country: Country) =>
    meanings.some((other) => other.kind !== 'country' && other.country === country);
  return meanings.filter(
    ({ kind, country }) => !(kind === 'country' && citiesAndStates.has(country.code) && isInside(country)),
  );
}

/** The places that were found among the words of a text. */
interface Parts {
  meanings: Meaning[];
  /** Words that none of them accounts for. */
  left: string[];
  /** Countries that the text names beside places. */
  lands: Country[];
}

/** Words that stand beside a place and change nothing about which it is. */
const fillers = new Set(
  (
    'city town airport international intl the of in from to at state ' +
    'مدينه مطار الدولي دولي محافظه منطقه في من الي دوله ' +
    'stadt flughafen in von nach am aus город аэропорт в из г'
  ).split(' '),
);

function partsOf(text: string): Parts {
  const words = text
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .filter((word) => fold(word) !== '')
    .slice(0, maxWords);
  const found: Meaning[][] = [];
  const left: string[] = [];
  for (let at = 0; at < words.length;) {
    const size = sizesFrom(words.length - at).find((size) => namedAt(words, at, size).length > 0);
    if (size === undefined) {
      const word = words[at] ?? '';
      if (!fillers.has(fold(word))) left.push(word);
    } else {
      found.push(meaningsOf(namedAt(words, at, size)));
    }
    at += size ?? 1;
  }
  return { ...agreed(found), left };
}

/** The longest name counts: how many words one may have where so many are left. */
function sizesFrom(count: number): number[] {
  const longest = Math.min(maxNameWords, count);
  return Array.from({ length: longest }, (_, index) => longest - index);
}

function namedAt(words: string[], at: number, size: number): readonly Named[] {
  const text = words.slice(at, at + size).join(' ');
  if (size > 1) return namedExactly(text);
  if (fillers.has(fold(text))) return [];
  const named = namedExactly(text);
  const airport = /^[A-Z]{3}$/.test(text) && named.length === 0 ? airportByCode(text) : undefined;
  if (airport) return [airport];
  // Two or three small letters are a word of some language sooner than a town.
  if (/^[a-zа-я]{1,3}$/.test(text)) return named.filter((one) => !('latitude' in one));
  return named;
}

/** What several parts of a text mean together: "Tripoli, Lebanon", "RUH Riyadh", "Dubai DXB". */
function agreed(found: Meaning[][]): Pick<Parts, 'meanings' | 'lands'> {
  const lands = found.map((meanings) => (isLand(meanings, found) ? landsOf(meanings) : [])).flat();
  const places = found.filter((meanings) => !isLand(meanings, found)).map((meanings) => within(meanings, lands));
  const [first = [], ...others] = places.length > 0 ? places : found;
  const common = others.reduce(inBoth, first);
  const all = common.length > 0 ? common : [first, ...others].flat();
  const unique = new Map(all.map((meaning) => [idOf(meaning), meaning]));
  return { meanings: [...unique.values()].slice(0, maxMeanings), lands };
}

/** Whether a part names a country; one that also names a town does, beside a place of that country: Oran, Алжир. */
function isLand(meanings: Meaning[], found: Meaning[][]): boolean {
  if (meanings.every(({ kind }) => kind === 'country')) return true;
  const lands = landsOf(meanings);
  return found
    .filter((others) => others !== meanings && landsOf(others).length === 0)
    .some((others) => others.some(({ country }) => lands.includes(country)));
}

function landsOf(meanings: Meaning[]): Country[] {
  return meanings.filter(({ kind }) => kind === 'country').map(({ country }) => country);
}

/** Those that lie in one of the countries; all of them where none does. */
function within(meanings: Meaning[], lands: Country[]): Meaning[] {
  const inside = meanings.filter(({ kind, country }) => kind !== 'country' && lands.includes(country));
  return inside.length > 0 ? inside : meanings;
}

/** What two parts agree on; of a city and one of its airports the airport. */
function inBoth(some: Meaning[], others: Meaning[]): Meaning[] {
  const pairs = some.flatMap((one) => others.map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) => {
    if (idOf(one) === idOf(other) || isAirportOf(one, other)) return [one];
    return isAirportOf(other, one) ? [other] : [];
  });
}

function isAirportOf(one: Meaning, city: Meaning): boolean {
  return one.kind === 'airport' && city.kind === 'town' && townOfAirport(one.airport) === city.town;
}

/** What is probably meant: a name misspelt, or one that stands among other words. */
function likelyMeanings(text: string, { meanings, left, lands }: Parts): Meaning[] {
  const whole = meaningsOf(namedNearly(text));
  if (whole.length > 0) return whole;
  // A country alone says little where a town may stand beside it, in a way that we do not know.
  if (meanings.some(({ kind }) => kind !== 'country')) return meanings;
  const answer = resolveAirport(text);
  if (answer.outcome === 'found' && isPartOfName(text, answer.airport)) return meaningsOf([answer.airport]);
  for (const word of left) {
    // Of any text some short word is near some town.
    const isTelling = lands.length > 0 || word.length >= 8;
    const near = meaningsOf([
      ...withoutPreposition(word).flatMap(namedExactly),
      ...(isTelling ? namedNearly(word) : []),
    ]);
    const inside = lands.length > 0 ? near.filter(({ country }) => lands.includes(country)) : near;
    if (inside.length > 0) return inside;
  }
  return meanings;
}

/** `King Khalid`: whole words of an airport's name. */
function isPartOfName(text: string, { name }: Airport): boolean {
  return text.length > 3 && Object.values(name).some((whole) => ` ${fold(whole)} `.includes(` ${fold(text)} `));
}

/** Arabic glues some prepositions on: بجدة, للرياض. */
function withoutPreposition(word: string): string[] {
  if (/^لل\p{L}{3,}/u.test(word)) return [`ال${word.slice(2)}`];
  return /^[بلو]\p{L}{3,}/u.test(word) ? [word.slice(1)] : [];
}
