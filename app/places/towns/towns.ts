import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airports } from '../airports/airport.ts';
import { type Coordinates, coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { type Country, countryOf, countryOfAirport, type Names, namesIn } from './countries.ts';
import townList from './towns.json' with { type: 'json' };

/** A town where a patient may be, or a hospital. */
export interface Town extends Coordinates {
  country: Country;
  names: Names;
  /** What else people type. */
  spellings: readonly string[];
}

/** Rows without names of columns: those would be a tenth of what a phone loads. */
type Row = [
  country: string,
  latitude: number,
  longitude: number,
  ...names: [string, string, string, string],
  spellings: string,
];

/** The largest first. */
export const towns: readonly Town[] = (townList as Row[]).map(
  ([country, latitude, longitude, first, second, third, fourth, spellings]) => ({
    country: countryOf(country),
    latitude,
    longitude,
    names: namesIn([first, second, third, fourth]),
    spellings: spellings.split('|').filter(Boolean),
  }),
);

/** Every name and spelling of a town, in all scripts. */
export function townNames({ names, spellings }: Town): string[] {
  return [...Object.values(names), ...spellings];
}

/** An airport and how far it is, in kilometres along the great circle. */
export interface NearAirport {
  airport: Airport;
  kilometres: number;
}

/** A family drives or is driven this far; an aircraft that lands farther away helps only where there is no other. */
const near = 300;
const maxNear = 3;

const nearOfTown = new Map<Town, readonly NearAirport[]>();

/** The airports near a town, the nearest first: three at most, and one at least, however far it is. */
export function airportsNear(town: Town): readonly NearAirport[] {
  const known = nearOfTown.get(town);
  if (known) return known;
  const all = airports
    .map((airport) => ({ airport, kilometres: Math.round(kilometresBetween(town, coordinatesOf(airport.code))) }))
    .sort((a, b) => a.kilometres - b.kilometres);
  const some = all.filter(({ kilometres }, index) => index === 0 || (index < maxNear && kilometres <= near));
  nearOfTown.set(town, some);
  return some;
}

/** An airport that is farther away than this serves another place of the same name. */
const ownWithin = 120;

let ownOfTown: Map<Town, Airport[]> | undefined;
let townOfCode: Map<string, Town> | undefined;

/** The airports that are called after a town. */
export function ownAirports(town: Town): readonly Airport[] {
  return (ownOfTown ?? joinTownsAndAirports().ownOfTown).get(town) ?? [];
}

/**
 * The town that an airport is called after.
 * @throws {RangeError} where the list does not have it
 */
export function townOfAirport({ code }: Airport): Town {
  const town = (townOfCode ?? joinTownsAndAirports().townOfCode).get(code);
  if (!town) throw new RangeError(`${code} is called after no town of the list`);
  return town;
}

function joinTownsAndAirports() {
  const byName = new Map<string, Town[]>();
  for (const town of towns) {
    for (const name of new Set(townNames(town).map(fold))) byName.set(name, [...(byName.get(name) ?? []), town]);
  }
  ownOfTown = new Map<Town, Airport[]>();
  townOfCode = new Map<string, Town>();
  for (const airport of airports) {
    const point = coordinatesOf(airport.code);
    const country = countryOfAirport(airport);
    const [town] = Object.values(airport.city)
      .flatMap((name) => byName.get(fold(name)) ?? [])
      .filter((one) => one.country === country && kilometresBetween(one, point) <= ownWithin)
      .sort((a, b) => kilometresBetween(a, point) - kilometresBetween(b, point));
    if (!town) continue;
    ownOfTown.set(town, [...(ownOfTown.get(town) ?? []), airport]);
    townOfCode.set(airport.code, town);
  }
  return { ownOfTown, townOfCode };
}
