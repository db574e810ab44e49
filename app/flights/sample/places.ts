import placeList from './places.json' with { type: 'json' };

/** Where an airport lies, and by which clock it lives. */
export interface Place {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** IANA. */
  timeZone: string;
}

const places = new Map(
  Object.entries(placeList).map(([code, place]): [string, Place] => {
    const [latitude, longitude, timeZone] = place as [number, number, string];
    return [code, { latitude, longitude, timeZone }];
  }),
);

/**
 * @param code of an airport of the bundled list
 * @throws {RangeError} where the list does not have it
 */
export function placeOf(code: string): Place {
  const place = places.get(code);
  if (!place) throw new RangeError(`${code} is no airport of the list`);
  return place;
}

const earthRadius = 6371;

/** Along the great circle (haversine formula). */
export function kilometresBetween(from: string, to: string): number {
  const [a, b] = [placeOf(from), placeOf(to)];
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(halfChord));
}
