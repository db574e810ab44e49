import { areaByCode } from '#app/places/airports/areas.ts';
import type { FlightQuery } from './flight-query.ts';

/**
 * The most searches that a supplier is asked for at once: it answers some 200 requests an hour of a visitor, and polls
 * take about sixteen for each search.
 */
const maxParts = 5;

/**
 * Returns the searches that a supplier is asked for: several if an end is an area that suppliers do not know by one code.
 * If both ends are, the largest airports of the origin come first.
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

/** Returns the codes by which suppliers know a place: a metropolitan code has three letters like that of an airport. */
function codesFor(place: string): readonly string[] {
  return place.length === 3 ? [place] : (areaByCode(place)?.airports ?? []);
}
