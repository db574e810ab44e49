import type { FormOnlyLanguage } from '#app/i18n/languages.ts';
import type { Airport } from '../airports/airport.ts';
import { countryOfAirport } from './countries.ts';
import { townOfAirport } from './towns.ts';

/** The words for airports in a form-only language. */
interface AirportWords {
  /** Adds the word for "airport" to a name. */
  airport: (name: string) => string;
  /** The names of airports in cities that have several, by code. Any other airport is named after its city. */
  ownNames: Readonly<Record<string, string>>;
}

const words: Record<FormOnlyLanguage, AirportWords> = {
  ru: {
    airport: (name) => `аэропорт ${name}`,
    ownNames: {
      ADJ: 'Марка',
      AMM: 'имени королевы Алии',
      CDG: 'Шарль-де-Голль',
      DME: 'Домодедово',
      DWC: 'Аль-Мактум',
      DXB: 'Дубай',
      IST: 'Стамбул',
      LGW: 'Гатвик',
      LHR: 'Хитроу',
      MJI: 'Митига',
      ORY: 'Орли',
      PEK: 'Шоуду',
      PKX: 'Дасин',
      SAW: 'имени Сабихи Гёкчен',
      STN: 'Станстед',
      SVO: 'Шереметьево',
      TIP: 'Триполи',
      VKO: 'Внуково',
    },
  },
};

/** The names of an airport in a form-only language. */
export interface FormOnlyAirportNames {
  city: string;
  /** What is shown after the city: the airport's own name if the city has several airports, and the country. */
  detail: string[];
  /** The airport's name, its city if that differs, and the country. */
  full: string[];
}

/**
 * Returns the names of an airport in a form-only language.
 * @throws {RangeError} if the airport's town or country is not in the lists
 */
export function formOnlyAirportNames(airport: Airport, language: FormOnlyLanguage): FormOnlyAirportNames {
  const { airport: withAirportWord, ownNames } = words[language];
  const city = townOfAirport(airport).names[language];
  const country = countryOfAirport(airport).names[language];
  const ownName = ownNames[airport.code];
  if (ownName === undefined) return { city, detail: [country], full: [withAirportWord(city), country] };
  return { city, detail: [withAirportWord(ownName), country], full: [withAirportWord(ownName), city, country] };
}
