import { isoDateOf } from '#app/i18n/format/dates.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { airportsOf } from '#app/places/airports/areas.ts';
import type { Leg, Proposal, Segment } from './flight.ts';
import { type FlightQuery, type JourneySegment, journeySegments } from './flight-query.ts';

/**
 * How a proposal contradicts the search or itself:
 * - `directions`: it has more or fewer directions than were asked for
 * - `place`, `day`: a direction begins or ends elsewhere, or leaves on another day, than was asked for
 * - `return`: a direction begins before the one before it has ended
 * - `connection`: a leg leaves before the one before it arrives
 * - `layover`: a layover does not match the times before and after it
 * - `local_time`: what is stated about a local time disagrees, without a majority
 */
export type Contradiction = 'directions' | 'place' | 'day' | 'return' | 'connection' | 'layover' | 'local_time';

/**
 * Lists how a proposal contradicts the search for which a supplier has sent it, or itself. A price for another journey
 * looks like a bargain, and a wrong time makes a patient miss a flight: such a proposal is left out, and nothing in it
 * is corrected.
 * @returns none for a sound proposal. What is not stated, and what our lists do not know, contradicts nothing.
 */
export function contradictions(
  { itinerary: { segments } }: Pick<Proposal, 'itinerary'>,
  query: FlightQuery,
): Contradiction[] {
  const asked = journeySegments(query);
  const found = new Set<Contradiction>();
  if (segments.length !== asked.length) found.add('directions');
  segments.forEach((segment, index) => {
    const direction = asked[index];
    const previous = segments[index - 1];
    if (direction) for (const contradiction of directionContradictions(segment, direction)) found.add(contradiction);
    if (previous && segment.dep < previous.arr) found.add('return');
    for (const contradiction of timeContradictions(segment)) found.add(contradiction);
  });
  return [...found];
}

function directionContradictions({ legs }: Segment, { origin, destination, date }: JourneySegment): Contradiction[] {
  const first = legs[0];
  const last = legs[legs.length - 1];
  if (!first || !last) return [];
  const isAskedRoute = isAskedPlace(first.from, origin, first) && isAskedPlace(last.to, destination, last);
  return [...(isAskedRoute ? [] : ['place' as const]), ...(isoDateOf(first.localDep) === date ? [] : ['day' as const])];
}

/**
 * Whether a journey that begins or ends at a place is one to or from the place that was asked for. Suppliers take the code
 * of an airport for that of its city, and know airports of a city that our list lacks.
 * @param code the place of the journey (IATA)
 * @param asked the airport or area that was asked for
 * @param leg the leg that begins or ends there: a train or bus may go to another town of the country
 */
function isAskedPlace(code: string, asked: string, { vehicle }: Leg): boolean {
  const askedAirports = airportsOf(asked).flatMap((askedCode) => airportByCode(askedCode) ?? []);
  const airport = airportByCode(code);
  if (code === asked || askedAirports.some((askedAirport) => askedAirport.code === code)) return true;
  if (!airport) return vehicle !== undefined || !airportByCode(asked);
  return askedAirports.some(({ city, country }) =>
    vehicle === undefined ? city.en === airport.city.en : country.en === airport.country.en,
  );
}

function timeContradictions({ legs, stops }: Segment): Contradiction[] {
  const found: Contradiction[] = [];
  legs.forEach((leg, index) => {
    if (leg.hasDisputedTime) found.push('local_time');
    const previous = legs[index - 1];
    const layover = stops[index - 1];
    if (!previous) return;
    if (leg.dep < previous.arr) found.push('connection');
    if (layover && !isLayover(layover.minutes, minutesBetween(previous, leg))) found.push('layover');
  });
  return found;
}

/** Returns the time from the arrival of a leg to the departure of the next (min). */
export function minutesBetween(previous: Pick<Leg, 'arr'>, next: Pick<Leg, 'dep'>): number {
  return (next.dep - previous.arr) / 60;
}

/** Whether a layover is the time between two legs, give or take the minute by which either may be rounded (min). */
export function isLayover(layover: number, between: number): boolean {
  return Math.abs(layover - between) <= 1;
}
