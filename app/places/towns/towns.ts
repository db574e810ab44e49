import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airports } from '../airports/airport.ts';
import { type Coordinates, coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { type Country, countryOf, countryOfAirport, type Names, namesByLanguage } from './countries.ts';
import townList from './towns.json' with { type: 'json' };

/** A town where a patient or a hospital may be. */
export interface Town extends Coordinates {
  country: Country;
  names: Names;
  /** Other names and spellings. */
  spellings: readonly string[];
}

/** A row as an array, because property names would be a tenth of the download. */
type Row = [
  country: string,
  latitude: number,
  longitude: number,
  ...names: [string, string, string, string],
  spellings: string,
];

/** All towns in the list, largest first. */
export const towns: readonly Town[] = (townList as Row[]).map(
  ([country, latitude, longitude, en, ar, de, ru, spellings]) => ({
    country: countryOf(country),
    latitude,
    longitude,
    names: namesByLanguage([en, ar, de, ru]),
    spellings: spellings.split('|').filter(Boolean),
  }),
);

/** Returns every name and spelling of a town, in all scripts. */
export function townNames({ names, spellings }: Town): string[] {
  return [...Object.values(names), ...spellings];
}

/** An airport near a town. */
export interface NearbyAirport {
  airport: Airport;
  /** Great-circle distance from the town. */
  kilometres: number;
}

/**
 * Maximum distance that a family can be expected to travel by road (km). A more distant airport is listed only if there
 * is no nearer one.
 */
const nearbyDistance = 300;
const maxNearby = 3;

const nearbyByTown = new Map<Town, readonly NearbyAirport[]>();

/** Returns one to three airports near a town, nearest first. The nearest is included however far away it is. */
export function nearbyAirports(town: Town): readonly NearbyAirport[] {
  const cached = nearbyByTown.get(town);
  if (cached) return cached;
  const byDistance = airports
    .map((airport) => ({ airport, kilometres: Math.round(kilometresBetween(town, coordinatesOf(airport.code))) }))
    .sort((a, b) => a.kilometres - b.kilometres);
  const nearby = byDistance.filter(
    ({ kilometres }, index) => index === 0 || (index < maxNearby && kilometres <= nearbyDistance),
  );
  nearbyByTown.set(town, nearby);
  return nearby;
}

/** An airport farther away than this (km) serves another place with the same name. */
const maxOwnDistance = 120;

let airportsByTown: Map<Town, Airport[]> | undefined;
let townByCode: Map<string, Town> | undefined;

/** Returns the airports named after a town. */
export function airportsNamedAfter(town: Town): readonly Airport[] {
  return (airportsByTown ?? matchTownsAndAirports().airportsByTown).get(town) ?? [];
}

/**
 * Returns the town after which an airport is named.
 * @throws {RangeError} if the town is not in the list
 */
export function townOfAirport({ code }: Airport): Town {
  const town = (townByCode ?? matchTownsAndAirports().townByCode).get(code);
  if (!town) throw new RangeError(`The town list has no town for the airport ${code}`);
  return town;
}

/** Assigns every airport to the nearest town with its name in its country. */
function matchTownsAndAirports() {
  const byName = new Map<string, Town[]>();
  for (const town of towns) {
    for (const name of new Set(townNames(town).map(fold))) byName.set(name, [...(byName.get(name) ?? []), town]);
  }
  airportsByTown = new Map<Town, Airport[]>();
  townByCode = new Map<string, Town>();
  for (const airport of airports) {
    const point = coordinatesOf(airport.code);
    const country = countryOfAirport(airport);
    const [town] = Object.values(airport.city)
      .flatMap((name) => byName.get(fold(name)) ?? [])
      .filter((candidate) => candidate.country === country && kilometresBetween(candidate, point) <= maxOwnDistance)
      .sort((a, b) => kilometresBetween(a, point) - kilometresBetween(b, point));
    if (!town) continue;
    airportsByTown.set(town, [...(airportsByTown.get(town) ?? []), airport]);
    townByCode.set(airport.code, town);
  }
  return { airportsByTown, townByCode };
}
