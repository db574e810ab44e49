import { baggageKind } from './baggage.ts';
import type { Flight, Itinerary, Offer, Segment } from './flight.ts';
import { hasExpired } from './has-expired.ts';
import { type DayPart, dayParts, type ListQuery, type RequirableTerm, type SortOrder } from './list-query.ts';

/**
 * A flight with the offers that match the filters, and the itinerary of the best of them. In a list, all these offers
 * are for that itinerary.
 */
export interface ListedFlight {
  flight: Flight;
  itinerary: Itinerary;
  best: Offer;
  /** Sorted by price, but those that have expired come last; at least one. */
  offers: Offer[];
}

/**
 * Lists each itinerary separately, because those of one flight leave together but may arrive hours apart. Filters apply
 * to each offer, because partners sell different fares.
 */
export function listFlights(flights: readonly Flight[], list: ListQuery): ListedFlight[] {
  const listed: ListedFlight[] = [];
  for (const flight of flights) {
    for (const { id } of flight.itineraries) {
      const match = toListedFlight(
        flight,
        (itinerary, offer) => itinerary.id === id && matchesFilters(itinerary, offer, list),
      );
      if (match) listed.push(match);
    }
  }
  return sortListed(list.sort, listed);
}

/** Returns the number of itineraries, which is the length of an unfiltered list. */
export function itineraryCount(flights: readonly Flight[]): number {
  return flights.reduce((count, { itineraries }) => count + itineraries.length, 0);
}

/** Returns a flight with its matching offers; undefined if no offer matches. */
export function toListedFlight(
  flight: Flight,
  isMatch: (itinerary: Itinerary, offer: Offer) => boolean = () => true,
): ListedFlight | undefined {
  const now = Date.now();
  const itineraries = new Map(flight.itineraries.map((itinerary) => [itinerary.id, itinerary]));
  const offers = Object.values(flight.offersByGateId)
    .flat()
    .filter((offer) => {
      const itinerary = itineraries.get(offer.itineraryId);
      return itinerary !== undefined && isMatch(itinerary, offer);
    })
    .sort(
      (a, b) =>
        Number(hasExpired(a, now)) - Number(hasExpired(b, now)) ||
        a.unifiedPrice - b.unifiedPrice ||
        compareText(a.gateId, b.gateId) ||
        compareText(a.fareId, b.fareId),
    );
  const [best] = offers;
  const itinerary = best && itineraries.get(best.itineraryId);
  return best && itinerary ? { flight, itinerary, best, offers } : undefined;
}

function matchesFilters(itinerary: Itinerary, offer: Offer, list: ListQuery): boolean {
  const { segments, carriers } = itinerary;
  const [outbound, inbound] = segments;
  const { stops, hours, connection } = list;
  if (stops !== undefined && segments.some((segment) => segment.stops.length > stops)) return false;
  if (hours !== undefined && segments.some(({ elapsed }) => elapsed > hours * 60)) return false;
  if (list.carriers.length > 0 && !carriers.some((code) => list.carriers.includes(code))) return false;
  if (connection !== undefined && shortestConnection(itinerary) < connection) return false;
  if (!leavesWithin(outbound, list.depart) || !arrivesWithin(outbound, list.arrive)) return false;
  if (!leavesWithin(inbound, list.returnDepart) || !arrivesWithin(inbound, list.returnArrive)) return false;
  if (list.baggage.length > 0 && !list.baggage.includes(baggageKind(offer.baggageLegs))) return false;
  if (!list.terms.every((term) => allows(offer, term))) return false;
  return !offer.warnings.flat().some((warning) => list.without.includes(warning));
}

/** Whether a fare is known to allow a change or refund, possibly for a fee. */
export function allows(offer: Offer, term: RequirableTerm): boolean {
  return offer[term] === 'yes' || offer[term] === 'fee';
}

/** Returns the shortest time to change planes (min); Infinity if there is no change. */
export function shortestConnection({ segments }: Itinerary): number {
  return Math.min(...segments.flatMap(({ stops }) => stops.map(({ minutes }) => minutes)));
}

/** Whether a segment departs in one of the parts of the day; true if none are chosen, or there is no such segment. */
function leavesWithin(segment: Segment | undefined, parts: readonly DayPart[]): boolean {
  const [first] = segment?.legs ?? [];
  return parts.length === 0 || !first || parts.includes(dayPartOf(first.localDep));
}

function arrivesWithin(segment: Segment | undefined, parts: readonly DayPart[]): boolean {
  const last = segment?.legs[segment.legs.length - 1];
  return parts.length === 0 || !last || parts.includes(dayPartOf(last.localArr));
}

/** Returns the part of the day of a local wall-clock time (in seconds, stored as if UTC). */
export function dayPartOf(local: number): DayPart {
  const hour = Math.floor((((local % 86_400) + 86_400) % 86_400) / 3600);
  return dayParts[Math.floor(hour / 6)] ?? 'night';
}

/** Equal ranks are ordered by price, then by travel time, then by departure. */
function sortListed(order: SortOrder, flights: ListedFlight[]): ListedFlight[] {
  const rank = createRanking(order, flights);
  return flights
    .map((listed) => ({ listed, rank: rank(listed) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.listed.best.unifiedPrice - b.listed.best.unifiedPrice ||
        totalMinutes(a.listed.itinerary) - totalMinutes(b.listed.itinerary) ||
        departure(a.listed.itinerary) - departure(b.listed.itinerary) ||
        compareText(a.listed.flight.id, b.listed.flight.id) ||
        compareText(a.listed.itinerary.id, b.listed.itinerary.id),
    )
    .map(({ listed }) => listed);
}

/** Returns a function that ranks a flight in the given sort order; the lowest rank comes first. */
function createRanking(order: SortOrder, flights: ListedFlight[]): (listed: ListedFlight) => number {
  switch (order) {
    case 'cheapest':
      return ({ best }) => best.unifiedPrice;
    case 'fastest':
      return ({ itinerary }) => totalMinutes(itinerary);
    case 'earliest':
      return ({ itinerary }) => departure(itinerary);
    case 'best':
      return createBestRanking(flights);
  }
}

/**
 * Ranks by a weighted score: price and duration, each relative to the minimum of the list, plus penalties for what is
 * hard on a patient: 0.15 for each stop and 0.3 for each warning.
 */
function createBestRanking(flights: ListedFlight[]): (listed: ListedFlight) => number {
  const cheapest = Math.min(...flights.map(({ best }) => best.unifiedPrice));
  const fastest = Math.min(...flights.map(({ itinerary }) => totalMinutes(itinerary)));
  return ({ best, itinerary }) => {
    const stops = itinerary.segments.reduce((sum, segment) => sum + segment.stops.length, 0);
    const price = best.unifiedPrice / Math.max(cheapest, 1);
    const duration = totalMinutes(itinerary) / Math.max(fastest, 1);
    return price + duration + stops * 0.15 + best.warnings.flat().length * 0.3;
  };
}

function departure({ segments }: Itinerary): number {
  return segments[0]?.dep ?? 0;
}

/** Returns the travel time of all segments with their layovers (min). */
export function totalMinutes(itinerary: Itinerary): number {
  return itinerary.segments.reduce((sum, { elapsed }) => sum + elapsed, 0);
}

/** Compares by code units, which gives the same order on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
