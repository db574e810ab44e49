import {
  type Coordinates,
  coordinatesOf,
  kilometresBetween as kilometres,
} from '#app/places/airports/airport-coordinates.ts';
import { timeZoneOf } from '#app/places/airports/airport-time-zones.ts';

/** Coordinates and time zone of an airport. */
export interface Place extends Coordinates {
  /** IANA time zone name. */
  timeZone: string;
}

/**
 * Returns the coordinates and time zone of an airport.
 * @param code IATA code of an airport in the bundled list
 * @throws {RangeError} if the airport is not in the list
 */
export function placeOf(code: string): Place {
  return { ...coordinatesOf(code), timeZone: timeZoneOf(code) };
}

/** Returns the great-circle distance between two airports (km). */
export function kilometresBetween(from: string, to: string): number {
  return kilometres(coordinatesOf(from), coordinatesOf(to));
}
