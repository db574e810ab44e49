import { daysBetween } from '#app/i18n/format/dates.ts';
import { type Itinerary, lacksSeats, type Offer, type Warning } from './flight.ts';
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
 * Picks the itinerary that is easiest on a patient: only flights, a seat for everybody, no arrival on the day before, no
 * night at an airport, no separate tickets, no change of airport, and from 90 minutes to 5 hours for each change of
 * planes. Of these, it picks the one with the fewest legs, then the shortest travel time, then the lowest price.
 * @param listed itineraries with their offers, cheapest first
 * @param seats number of seats that the travellers need
 * @returns the itinerary with its suitable offers; undefined if there is none
 */
export function pickForPatient(listed: readonly ListedFlight[], seats = 1): ListedFlight | undefined {
  let pick: ListedFlight | undefined;
  for (const flight of listed) {
    if (!isSuitable(flight.itinerary)) continue;
    const offers = flight.offers.filter((offer) => isSuitableOffer(offer, seats));
    const [best] = offers;
    if (!best) continue;
    const candidate = { ...flight, offers, best };
    if (!pick || compare(candidate, pick) < 0) pick = candidate;
  }
  return pick;
}

function isSuitable({ segments }: Itinerary): boolean {
  return segments.every(
    ({ legs, stops }) =>
      legs.every(({ vehicle, localDep, localArr }) => !vehicle && daysBetween(localDep, localArr) >= 0) &&
      stops.every(
        ({ airport, departsFrom, minutes }) =>
          airport === departsFrom && minutes >= comfortableConnection && minutes <= longestConnection,
      ),
  );
}

function isSuitableOffer(offer: Offer, seats: number): boolean {
  if (lacksSeats(offer, seats)) return false;
  return !offer.warnings.some((ofSegment) => ofSegment.some((warning) => unsuitableWarnings.has(warning)));
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
