import {
  type Coordinates,
  coordinatesOf,
  kilometresBetween as kilometres,
} from '#app/places/airports/airport-coordinates.ts';
import timeZoneList from './time-zones.json' with { type: 'json' };

/** An airport's coordinates and time zone. */
export interface Place extends Coordinates {
  /** IANA name. */
  timeZone: string;
}

const timeZones = new Map(Object.entries(timeZoneList));

/**
 * Looks up an airport's place.
 * @param code IATA code of an airport in the bundled list
 * @throws {RangeError} if it is not in the list
 */
export function placeOf(code: string): Place {
  const timeZone = timeZones.get(code);
  if (!timeZone) throw new RangeError(`${code} is not an airport in the list`);
  return { ...coordinatesOf(code), timeZone };
}

/** Great-circle distance between two airports (km). */
export function kilometresBetween(from: string, to: string): number {
  return kilometres(coordinatesOf(from), coordinatesOf(to));
}
