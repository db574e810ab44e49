import { fallbackLanguage, type StaffLanguage } from '#app/i18n/languages.ts';
import type { Airport } from '../airports/airport.ts';
import countryList from './countries.json' with { type: 'json' };

/** Names of one thing, in the languages of the site and in the company's own. */
export type Names = Readonly<Record<StaffLanguage, string>>;

/** A country that towns or airports of ours lie in. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  names: Names;
  /** What else people call it. */
  spellings: readonly string[];
}

/** Rows without names of columns, which would be a third of what a phone loads; the names as in {@link nameColumns}. */
type Row = [code: string, ...names: [string, string, string, string], spellings: string];

/** Where each language's names stand in the rows of towns and countries. */
const nameColumns: Record<StaffLanguage, 0 | 1 | 2 | 3> = { en: 0, ar: 1, de: 2, ru: 3 };

/** The names in the columns of a row; an empty one is as in English. */
export function namesIn(columns: [string, string, string, string]): Names {
  const name = (column: 0 | 1 | 2 | 3) => columns[column] || columns[nameColumns[fallbackLanguage]];
  return {
    en: name(nameColumns.en),
    ar: name(nameColumns.ar),
    de: name(nameColumns.de),
    ru: name(nameColumns.ru),
  };
}

export const countries: readonly Country[] = (countryList as Row[]).map(([code, en, ar, de, ru, spellings]) => ({
  code,
  names: namesIn([en, ar, de, ru]),
  spellings: spellings.split('|').filter(Boolean),
}));

const byCode = new Map(countries.map((country) => [country.code, country]));
const byEnglishName = new Map(countries.map((country) => [country.names.en, country]));

/** @throws {RangeError} for a code that the list does not have */
export function countryOf(code: string): Country {
  const country = byCode.get(code);
  if (!country) throw new RangeError(`${code} is no country of the list`);
  return country;
}

/** @throws {RangeError} for an airport in a country that the list does not have */
export function countryOfAirport({ country }: Airport): Country {
  const found = byEnglishName.get(country.en);
  if (!found) throw new RangeError(`${country.en} is no country of the list`);
  return found;
}
