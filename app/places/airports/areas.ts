import { fold } from '#app/i18n/input/fold.ts';
import { type Language, languageCodes } from '#app/i18n/languages.ts';
import { airportByCode, airportNames, joinNames } from './airport.ts';

/** Airports that a flight search asks for together: those of a city, or the largest of a country. */
export interface Area {
  /**
   * The code in addresses: IATA's metropolitan area code, by which suppliers know all airports of a city. For a
   * country, and where IATA's code is also that of one of the airports, it is a longer code of our own.
   */
  code: string;
  kind: 'city' | 'country';
  /** IATA codes, largest first; the first one is in the city or country that the area is named after. */
  airports: readonly [string, ...string[]];
}

/** The areas, in the order in which a field suggests them. */
export const areas: readonly Area[] = [
  { code: 'DE-ALL', kind: 'country', airports: ['FRA', 'MUC', 'BER', 'DUS', 'HAM'] },
  { code: 'DXB-ALL', kind: 'city', airports: ['DXB', 'SHJ', 'DWC'] },
  { code: 'IST-ALL', kind: 'city', airports: ['IST', 'SAW'] },
  { code: 'LON', kind: 'city', airports: ['LHR', 'LGW', 'STN'] },
  { code: 'PAR', kind: 'city', airports: ['CDG', 'ORY'] },
  { code: 'MOW', kind: 'city', airports: ['SVO', 'DME', 'VKO'] },
];

/** What follows the name of an area. */
const words: Record<Area['kind'], Record<Language, string>> = {
  city: { ar: 'كل المطارات', en: 'all airports' },
  country: { ar: 'أي مطار', en: 'any airport' },
};

/** Returns the area with a code; undefined if there is none. */
export function areaByCode(code: string): Area | undefined {
  return areas.find((area) => area.code === code);
}

/** Returns the code as people know it: `DXB` for `DXB-ALL`. */
export function shownCode({ code }: Area): string {
  return code.split('-')[0] ?? code;
}

/** Returns the name of an area's city or country. */
export function areaName({ kind, airports: [code] }: Area, language: Language): string {
  const airport = airportByCode(code);
  if (!airport) throw new RangeError(`The airport list does not contain ${code}`);
  return airportNames(airport, language)[kind];
}

/** Returns the text that choosing an area puts into the field: `London, all airports`. */
export function areaLabel(area: Area, language: Language): string {
  return joinNames([areaName(area, language), words[area.kind][language]], language);
}

/** Returns the area whose code, or label in any language, is the typed text; undefined if there is none. */
export function areaOf(typed: string): Area | undefined {
  const query = fold(typed);
  return (
    areaByCode(typed.trim()) ??
    areas.find((area) => languageCodes.some((language) => fold(areaLabel(area, language)) === query))
  );
}

/**
 * Returns the areas whose label in any language begins with the typed text, or whose shown code equals it; empty text
 * matches all.
 */
export function searchAreas(typed: string): Area[] {
  const query = fold(typed);
  return areas.filter(
    (area) =>
      (query !== '' && fold(shownCode(area)) === query) ||
      languageCodes.some((language) => fold(areaLabel(area, language)).startsWith(query)),
  );
}

/** Returns the codes of the airports that a code stands for: those of an area, or the airport itself. */
export function airportsOf(code: string): readonly string[] {
  return areaByCode(code)?.airports ?? [code];
}
