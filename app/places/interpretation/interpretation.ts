import type { Airport } from '../airports/airport.ts';
import { type Country, countryOfAirport } from '../towns/countries.ts';
import { airportsNamedAfter, type NearbyAirport, nearbyAirports, type Town } from '../towns/towns.ts';
import type { NamedPlace } from './name-index.ts';

/**
 * A possible interpretation of typed text. A town with exactly one airport of its own is represented by that airport.
 */
export type Interpretation =
  | { kind: 'airport'; airport: Airport; country: Country }
  | { kind: 'town'; town: Town; country: Country; airports: readonly NearbyAirport[] }
  | { kind: 'country'; country: Country };

/** More interpretations would be too many to read. */
const maxInterpretations = 4;

/** Returns the interpretations of a name, given the places that have it; at most four. */
export function interpretationsOf(places: readonly NamedPlace[]): Interpretation[] {
  return distinct(places.map(interpretationOf));
}

function interpretationOf(place: NamedPlace): Interpretation {
  if ('city' in place) return { kind: 'airport', airport: place, country: countryOfAirport(place) };
  if (!('latitude' in place)) return { kind: 'country', country: place };
  const [own, another] = airportsNamedAfter(place);
  return own && !another
    ? { kind: 'airport', airport: own, country: place.country }
    : { kind: 'town', town: place, country: place.country, airports: nearbyAirports(place) };
}

/** Returns the interpretations without repetitions; at most four. */
export function distinct(interpretations: readonly Interpretation[]): Interpretation[] {
  const unique = new Map(interpretations.map((interpretation) => [idOf(interpretation), interpretation]));
  return [...unique.values()].slice(0, maxInterpretations);
}

/** Returns what distinguishes an interpretation from all others; `''` if there is none. */
export function idOf(interpretation: Interpretation | undefined): string {
  switch (interpretation?.kind) {
    case 'airport':
      return interpretation.airport.code;
    case 'town':
      return `${interpretation.country.code} ${interpretation.town.names.en} ${interpretation.town.latitude}`;
    case 'country':
      return interpretation.country.code;
    case undefined:
      return '';
  }
}

/** Countries with the same name as the only city in them that has an airport. */
const countriesNamedAfterCity = new Set(['KW', 'SG', 'LU', 'DJ', 'HK']);

/**
 * Removes a country named after its city if that city is among the interpretations: "Kuwait" then means the city only.
 */
export function withoutNamesakeCountries(interpretations: readonly Interpretation[]): Interpretation[] {
  const hasCityIn = (country: Country) =>
    interpretations.some((other) => other.kind !== 'country' && other.country === country);
  return interpretations.filter(
    ({ kind, country }) => !(kind === 'country' && countriesNamedAfterCity.has(country.code) && hasCityIn(country)),
  );
}
