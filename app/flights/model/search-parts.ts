import { areaByCode } from '#app/places/airports/areas.ts';
import type { FlightQuery } from './flight-query.ts';

/**
 * Maximum number of searches started at once: the supplier allows about 200 requests per visitor per hour, and each
 * search takes about sixteen.
 */
const maxParts = 5;

/**
 * Returns the searches to start at the supplier: several if either end is an area for which suppliers have no code.
 * If both ends are such areas, the searches from the origin's largest airport come first.
 */
export function searchParts(query: FlightQuery): FlightQuery[] {
  const pairs = codesFor(query.origin).flatMap((origin) =>
    codesFor(query.destination).map((destination) => ({ origin, destination })),
  );
  return pairs
    .filter(({ origin, destination }) => origin !== destination)
    .slice(0, maxParts)
    .map((pair) => ({ ...query, ...pair }));
}

/** Returns the codes by which suppliers know a place: metropolitan codes have three letters, like airport codes. */
function codesFor(place: string): readonly string[] {
  return place.length === 3 ? [place] : (areaByCode(place)?.airports ?? []);
}
