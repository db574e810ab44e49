import coordinateList from './airport-coordinates.json' with { type: 'json' };

/** A point on Earth, in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const coordinatesByCode = new Map(
  Object.entries(coordinateList).map(([code, point]): [string, Coordinates] => {
    const [latitude, longitude] = point as [number, number];
    return [code, { latitude, longitude }];
  }),
);

/**
 * Returns an airport's coordinates from the bundled list.
 * @param code the airport's IATA code
 * @throws {RangeError} if the airport is not in the list
 */
export function coordinatesOf(code: string): Coordinates {
  const point = coordinatesByCode.get(code);
  if (!point) throw new RangeError(`The airport list has no coordinates for ${code}`);
  return point;
}

/** The mean radius of the Earth (km). */
const earthRadius = 6371;

/** Returns the great-circle distance in km (haversine formula). */
export function kilometresBetween(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const squaredHalfChord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(squaredHalfChord));
}
