import type { Itinerary, Offer, Warning } from './flight.ts';
import { compareText, type ListedFlight, totalMinutes } from './list-flights.ts';
import { comfortableConnection } from './list-query.ts';

/** The longest connecting time (min) that is suitable for somebody who is ill. */
const longestConnection = 300;

/** What makes an offer unsuitable, whatever its connecting times. */
const unsuitableWarnings: ReadonlySet<Warning> = new Set<Warning>([
  'self_transfer',
  'airport_change',
  'overnight_layover',
]);

/**
 * Picks the itinerary that is easiest on a patient: no night at an airport, no separate tickets, no change of airport,
 * and from 90 minutes to 5 hours for each change of planes. Of these, it picks the one with the fewest legs, then the
 * shortest travel time, then the lowest price.
 * @param listed itineraries with their offers, cheapest first
 * @returns the itinerary with its suitable offers; undefined if there is none
 */
export function pickForPatient(listed: readonly ListedFlight[]): ListedFlight | undefined {
  let pick: ListedFlight | undefined;
  for (const flight of listed) {
    if (!hasSuitableConnections(flight.itinerary)) continue;
    const offers = flight.offers.filter(isSuitable);
    const [best] = offers;
    if (!best) continue;
    const candidate = { ...flight, offers, best };
    if (!pick || compare(candidate, pick) < 0) pick = candidate;
  }
  return pick;
}

function hasSuitableConnections({ segments }: Itinerary): boolean {
  return segments.every(({ stops }) =>
    stops.every(
      ({ airport, departsFrom, minutes }) =>
        airport === departsFrom && minutes >= comfortableConnection && minutes <= longestConnection,
    ),
  );
}

function isSuitable({ warnings }: Offer): boolean {
  return !warnings.some((ofSegment) => ofSegment.some((warning) => unsuitableWarnings.has(warning)));
}

function compare(a: ListedFlight, b: ListedFlight): number {
  return (
    legCount(a.itinerary) - legCount(b.itinerary) ||
    totalMinutes(a.itinerary) - totalMinutes(b.itinerary) ||
    a.best.unifiedPrice - b.best.unifiedPrice ||
    compareText(a.itinerary.id, b.itinerary.id)
  );
}

function legCount({ segments }: Itinerary): number {
  return segments.reduce((count, { legs }) => count + legs.length, 0);
}
