import coordinateList from './airport-coordinates.json' with { type: 'json' };

/** A point on Earth, in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const coordinates = new Map(
  Object.entries(coordinateList).map(([code, point]): [string, Coordinates] => {
    const [latitude, longitude] = point as [number, number];
    return [code, { latitude, longitude }];
  }),
);

/**
 * @param code IATA code of an airport in the bundled list
 * @throws {RangeError} if the airport is not in the list
 */
export function coordinatesOf(code: string): Coordinates {
  const point = coordinates.get(code);
  if (!point) throw new RangeError(`${code} is not an airport in the list`);
  return point;
}

const earthRadius = 6371;

/** Great-circle distance in km (haversine formula). */
export function kilometresBetween(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const squaredHalfChord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(squaredHalfChord));
}
