import { type Language, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import airportList from './airports.json' with { type: 'json' };

/** An airport of the bundled list (spec, section 3). */
export interface Airport {
  /** IATA, three letters. */
  code: string;
  name: PageNames;
  city: PageNames;
  country: PageNames;
}

/** Names of one thing in the languages of pages. */
type PageNames = Readonly<Record<Language, string>>;

export const airports: readonly Airport[] = airportList;

const byCode = new Map(airports.map((airport) => [airport.code, airport]));

/** The airport with this IATA code, in upper case. */
export function airportByCode(code: string): Airport | undefined {
  return byCode.get(code);
}

/** An airport's names in one language. */
export function airportNames(airport: Airport, language: Language): { name: string; city: string; country: string } {
  const { name, city, country } = airport;
  return { name: name[language], city: city[language], country: country[language] };
}

/** `Riyadh (RUH)`: what the field holds once an airport is chosen. */
export function airportLabel(airport: Airport, language: Language): string {
  return `${airportNames(airport, language).city} (${airport.code})`;
}

/** `King Khalid International Airport, Riyadh, Saudi Arabia`: the form's originFull (spec, section 7). */
export function airportInFull(airport: Airport, language: Language): string {
  const { name, city, country } = airportNames(airport, language);
  return listed([name, city, country], language);
}

/** Names one after the other, with the comma of the language. */
export function listed(names: string[], language: StaffLanguage): string {
  return names.join(languages[language].comma);
}
