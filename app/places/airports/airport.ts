import { type Language, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import airportList from './airports.json' with { type: 'json' };

/** An airport of the bundled list (spec, section 3). */
export interface Airport {
  /** IATA code, three letters. */
  code: string;
  name: PageNames;
  city: PageNames;
  country: PageNames;
}

/** A name in every page language. */
type PageNames = Readonly<Record<Language, string>>;

export const airports: readonly Airport[] = airportList;

const byCode = new Map(airports.map((airport) => [airport.code, airport]));

/** Returns the airport with an IATA code, given in upper case; undefined if it is not in the list. */
export function airportByCode(code: string): Airport | undefined {
  return byCode.get(code);
}

const citiesWithSeveralAirports = new Set(
  airports.map(({ city }) => city.en).filter((city, index, cities) => cities.indexOf(city) !== index),
);

/** Whether an airport's city has several airports, so the name of the city does not identify it. */
export function isOneOfSeveral({ city }: Airport): boolean {
  return citiesWithSeveralAirports.has(city.en);
}

/** Returns an airport's names in one language. */
export function airportNames(airport: Airport, language: Language): { name: string; city: string; country: string } {
  const { name, city, country } = airport;
  return { name: name[language], city: city[language], country: country[language] };
}

/** Returns the text that choosing an airport puts into the field: `Riyadh (RUH)`. */
export function airportLabel(airport: Airport, language: Language): string {
  return `${airportNames(airport, language).city} (${airport.code})`;
}

/**
 * Returns an airport's full name, the form's `originFull` (spec, section 7): `King Khalid International Airport,
 * Riyadh, Saudi Arabia`.
 */
export function fullAirportName(airport: Airport, language: Language): string {
  const { name, city, country } = airportNames(airport, language);
  return joinNames([name, city, country], language);
}

/** Joins names with the language's comma. */
export function joinNames(names: string[], language: StaffLanguage): string {
  return names.join(languages[language].comma);
}
