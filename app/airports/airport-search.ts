import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';
import { airportByCode, airports, type Airport } from './airport.ts';

/** Harakat, superscript alef and tatweel: written or left out at will. */
const arabicOptional = /[\u064B-\u0652\u0670\u0640]/g;
const latinAccents = /[\u0300-\u036f]/g;

const sameLetters: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ک: 'ك',
  گ: 'ك',
  ڤ: 'ف',
  پ: 'ب',
  چ: 'ج',
  // The hard g of foreign names is written either way: هامبورغ, هامبورج.
  غ: 'ج',
  ß: 'ss',
  ı: 'i',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
};
const sameLettersPattern = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'g');

/**
 * A text as the search compares it: case, accents, hamza forms, ة/ه, ى/ي, harakat, tatweel, digits of other
 * scripts and punctuation make no difference.
 */
export function fold(text: string): string {
  return toLatinDigits(withoutBidiMarks(text))
    .normalize('NFC')
    .replace(arabicOptional, '')
    .toLowerCase()
    .replace(sameLettersPattern, (letter) => sameLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(latinAccents, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

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

/** An airport with its texts folded once, because the field searches at every letter. */
interface IndexEntry {
  airport: Airport;
  code: string;
  /** City and airport names in both scripts. */
  names: string[];
  /** Everything a visitor may type, countries too. */
  haystack: string;
}

const index: readonly IndexEntry[] = airports.map((airport) => {
  const { city, cityArabic, name, nameArabic } = airport;
  const names = [city, cityArabic, name, nameArabic, ...(otherNames[airport.code] ?? [])].map(fold);
  return {
    airport,
    code: airport.code.toLowerCase(),
    names,
    haystack: ` ${[airport.code, ...names, airport.country, airport.countryArabic].map(fold).join(' ')}`,
  };
});

/**
 * Airports that match what was typed, best first: the code, then names that begin with it, then names that
 * hold all of its words. An empty text matches every airport.
 */
export function searchAirports(typed: string): Airport[] {
  const query = fold(typed);
  return query === '' ? [...airports] : ranked(query).map((found) => found.airport);
}

function ranked(query: string): { airport: Airport; rank: number }[] {
  const words = query.split(' ');
  return index
    .map((entry) => ({ airport: entry.airport, rank: rankOf(entry, query, words) }))
    .filter((found) => found.rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
}

function rankOf(entry: IndexEntry, query: string, words: string[]): number {
  if (entry.code === query) return 0;
  if (entry.names.includes(query)) return 1;
  if (entry.names.some((name) => name.startsWith(query))) return 2;
  if (words.every((word) => entry.haystack.includes(` ${word}`))) return 3;
  // Arabic glues the article and prepositions on, so a word may begin in the middle of another.
  if (query.length >= 3 && words.every((word) => entry.haystack.includes(word))) return 4;
  return Infinity;
}

/** What a typed text means: one airport, several possible ones, or none that we know. */
export type AirportAnswer =
  { outcome: 'found'; airport: Airport } | { outcome: 'ambiguous'; choices: Airport[] } | { outcome: 'unknown' };

/** More choices than a person reads beside a field help nobody. */
const mostChoices = 8;

/**
 * The airport somebody meant: by code, by "City (CODE)", or by any of its names in either script. A name
 * that several airports share is ambiguous, never guessed.
 */
export function resolveAirport(typed: string): AirportAnswer {
  const code = /^\s*([A-Za-z]{3})\s*$|\(\s*([A-Za-z]{3})\s*\)\s*$/.exec(withoutBidiMarks(typed));
  const byCode = airportByCode((code?.[1] ?? code?.[2] ?? '').toUpperCase());
  if (byCode) return { outcome: 'found', airport: byCode };

  const query = fold(typed);
  if (query === '') return { outcome: 'unknown' };
  const found = ranked(query);
  const [first] = found;
  if (!first) return { outcome: 'unknown' };
  // Only those that fit equally well are a question: قطر means Doha, though Socotra's name holds it too.
  const candidates = found.filter(({ rank }) => rank === first.rank).map(({ airport }) => airport);
  if (candidates.length === 1) return { outcome: 'found', airport: first.airport };
  return { outcome: 'ambiguous', choices: candidates.slice(0, mostChoices) };
}
