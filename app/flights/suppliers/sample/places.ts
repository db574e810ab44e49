import {
  type Coordinates,
  coordinatesOf,
  kilometresBetween as kilometres,
} from '#app/places/airports/airport-coordinates.ts';
import timeZoneList from './time-zones.json' with { type: 'json' };

/** Coordinates and time zone of an airport. */
export interface Place extends Coordinates {
  /** IANA time zone name. */
  timeZone: string;
}

const timeZones = new Map(Object.entries(timeZoneList));

/**
 * Returns the coordinates and time zone of an airport.
 * @param code IATA code of an airport in the bundled list
 * @throws {RangeError} if the airport is not in the list
 */
export function placeOf(code: string): Place {
  const timeZone = timeZones.get(code);
  if (!timeZone) throw new RangeError(`${code} is not an airport in the list`);
  return { ...coordinatesOf(code), timeZone };
}

/** Returns the great-circle distance between two airports (km). */
export function kilometresBetween(from: string, to: string): number {
  return kilometres(coordinatesOf(from), coordinatesOf(to));
}
