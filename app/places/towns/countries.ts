import { fallbackLanguage, type StaffLanguage } from '#app/i18n/languages.ts';
import type { Airport } from '../airports/airport.ts';
import countryList from './countries.json' with { type: 'json' };

/** A name in the site's languages and in German, which the company's staff read. */
export type Names = Readonly<Record<StaffLanguage, string>>;

/** A country with at least one town or airport in our lists. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  names: Names;
  /** Other names and spellings. */
  spellings: readonly string[];
}

/**
 * A row as an array, because property names would be a third of the download. Its names are in the order of
 * {@link nameColumns}.
 */
type Row = [code: string, ...names: [string, string, string, string], spellings: string];

/** The column of each language among the names in a row of towns or countries. */
const nameColumns: Record<StaffLanguage, 0 | 1 | 2 | 3> = { en: 0, ar: 1, de: 2, ru: 3 };

/** Converts the name columns of a row to names by language. An empty column stands for the English name. */
export function namesByLanguage(columns: [string, string, string, string]): Names {
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
  names: namesByLanguage([en, ar, de, ru]),
  spellings: spellings.split('|').filter(Boolean),
}));

const byCode = new Map(countries.map((country) => [country.code, country]));
const byEnglishName = new Map(countries.map((country) => [country.names.en, country]));

/**
 * Returns the country with an ISO 3166-1 alpha-2 code.
 * @throws {RangeError} if the country is not in the list
 */
export function countryOf(code: string): Country {
  const country = byCode.get(code);
  if (!country) throw new RangeError(`The country list does not contain ${code}`);
  return country;
}

/**
 * Returns the country of an airport.
 * @throws {RangeError} if the country is not in the list
 */
export function countryOfAirport({ country }: Airport): Country {
  const match = byEnglishName.get(country.en);
  if (!match) throw new RangeError(`The country list does not contain ${country.en}`);
  return match;
}
