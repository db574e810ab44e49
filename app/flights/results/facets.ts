import { baggageKind } from '../model/baggage.ts';
import { type Flight, type Offer, type Segment, type Warning, warnings } from '../model/flight.ts';
import { allows, dayPartOf, shortestConnection } from '../model/list-flights.ts';
import {
  type BaggageKind,
  baggageKinds,
  comfortableConnection,
  type DayPart,
  dayParts,
  type RequirableTerm,
  requirableTerms,
} from '../model/list-query.ts';

/** A filter value with the cheapest offer that matches it. */
export interface Facet<Value> {
  value: Value;
  cheapest: Offer;
}

/**
 * Filter values available in the results so far. An array is empty if there is only one value, because there is nothing
 * to choose.
 */
export interface Facets {
  /** Maximum numbers of stops; limits that exclude nothing are omitted. */
  stops: Facet<number>[];
  carriers: Facet<string>[];
  depart: Facet<DayPart>[];
  arrive: Facet<DayPart>[];
  returnDepart: Facet<DayPart>[];
  returnArrive: Facet<DayPart>[];
  /** The minimum connecting time (min), if only some offers meet it. */
  connection: Facet<number>[];
  /** Terms that only some offers have. */
  terms: Facet<RequirableTerm>[];
  /** Maximum durations of a segment (h); limits that exclude nothing are omitted. */
  hours: Facet<number>[];
  baggage: Facet<BaggageKind>[];
  /** Warnings that some offers have and others do not. */
  without: Warning[];
}

const facetsByFlights = new WeakMap<readonly Flight[], Facets>();

/**
 * Returns the filter values for the given flights. They are computed once for each list, because for thousands of
 * offers they take longer than the rest of the page. The list must not change afterwards.
 */
export function facetsOf(flights: readonly Flight[]): Facets {
  const known = facetsByFlights.get(flights) ?? computeFacets(flights);
  facetsByFlights.set(flights, known);
  return known;
}

function computeFacets(flights: readonly Flight[]): Facets {
  const carriers = new Map<string, Offer>();
  const stops = new Map<number, Offer>();
  const hours = new Map<number, Offer>();
  const depart = new Map<DayPart, Offer>();
  const arrive = new Map<DayPart, Offer>();
  const returnDepart = new Map<DayPart, Offer>();
  const returnArrive = new Map<DayPart, Offer>();
  const connection = new Choices<number>();
  const terms = new Choices<RequirableTerm>();
  const baggage = new Map<BaggageKind, Offer>();
  const warningCounts = new Map<Warning, number>();
  let offerCount = 0;

  for (const flight of flights) {
    const itineraries = new Map(flight.itineraries.map((itinerary) => [itinerary.id, itinerary]));
    for (const offer of Object.values(flight.offersByGateId).flat()) {
      const itinerary = itineraries.get(offer.itineraryId);
      if (!itinerary) continue;
      const [outbound, inbound] = itinerary.segments;
      for (const code of itinerary.carriers) keepCheaper(carriers, code, offer);
      keepCheaper(stops, Math.max(...itinerary.segments.map((segment) => segment.stops.length)), offer);
      keepCheaper(hours, Math.ceil(Math.max(...itinerary.segments.map(({ elapsed }) => elapsed)) / 60), offer);
      keepTimes(depart, arrive, outbound, offer);
      keepTimes(returnDepart, returnArrive, inbound, offer);
      if (shortestConnection(itinerary) >= comfortableConnection) connection.add(comfortableConnection, offer);
      for (const term of requirableTerms) if (allows(offer, term)) terms.add(term, offer);
      keepCheaper(baggage, baggageKind(offer.baggageLegs), offer);
      for (const warning of new Set(offer.warnings.flat())) {
        warningCounts.set(warning, (warningCounts.get(warning) ?? 0) + 1);
      }
      offerCount++;
    }
  }
  return {
    stops: limitFacets(stops, [0, 1]),
    carriers: toFacets([...carriers].sort(([a], [b]) => (a < b ? -1 : 1))),
    depart: toFacets(entriesInOrder(depart, dayParts)),
    arrive: toFacets(entriesInOrder(arrive, dayParts)),
    returnDepart: toFacets(entriesInOrder(returnDepart, dayParts)),
    returnArrive: toFacets(entriesInOrder(returnArrive, dayParts)),
    connection: connection.facets([comfortableConnection], offerCount),
    terms: terms.facets(requirableTerms, offerCount),
    hours: limitFacets(hours, durationLimits([...hours.keys()])),
    baggage: toFacets(entriesInOrder(baggage, baggageKinds)),
    without: warnings.filter((warning) => (warningCounts.get(warning) ?? offerCount) < offerCount),
  };
}

/** Filter values, each with its cheapest offer and the number of offers that match it. */
class Choices<Value> {
  readonly #cheapest = new Map<Value, Offer>();
  readonly #counts = new Map<Value, number>();

  add(value: Value, offer: Offer): void {
    keepCheaper(this.#cheapest, value, offer);
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns those choices that exclude some offers but not all. */
  facets(order: readonly Value[], offerCount: number): Facet<Value>[] {
    return entriesInOrder(this.#cheapest, order)
      .filter(([value]) => (this.#counts.get(value) ?? 0) < offerCount)
      .map(([value, cheapest]) => ({ value, cheapest }));
  }
}

/** Keeps the cheapest offers by the parts of the day when a segment departs and arrives. */
function keepTimes(
  depart: Map<DayPart, Offer>,
  arrive: Map<DayPart, Offer>,
  segment: Segment | undefined,
  offer: Offer,
): void {
  const first = segment?.legs[0];
  const last = segment?.legs[segment.legs.length - 1];
  if (first) keepCheaper(depart, dayPartOf(first.localDep), offer);
  if (last) keepCheaper(arrive, dayPartOf(last.localArr), offer);
}

function keepCheaper<Value>(cheapest: Map<Value, Offer>, value: Value, offer: Offer): void {
  const current = cheapest.get(value);
  if (!current || offer.unifiedPrice < current.unifiedPrice) cheapest.set(value, offer);
}

function toFacets<Value>(entries: [Value, Offer][]): Facet<Value>[] {
  return entries.length < 2 ? [] : entries.map(([value, cheapest]) => ({ value, cheapest }));
}

function entriesInOrder<Value>(cheapest: Map<Value, Offer>, order: readonly Value[]): [Value, Offer][] {
  return order.flatMap((value): [Value, Offer][] => {
    const offer = cheapest.get(value);
    return offer ? [[value, offer]] : [];
  });
}

/** Returns the limits that exclude some offers but not all, each with the cheapest offer within the limit. */
function limitFacets(cheapest: Map<number, Offer>, limits: number[]): Facet<number>[] {
  const maximum = Math.max(...cheapest.keys());
  return limits.flatMap((limit) => {
    const within = new Map<number, Offer>();
    for (const [value, offer] of cheapest) if (value <= limit) keepCheaper(within, limit, offer);
    const best = within.get(limit);
    return best && limit < maximum ? [{ value: limit, cheapest: best }] : [];
  });
}

/** Returns duration limits (h) at increasing distances above the shortest journey. */
function durationLimits(hours: number[]): number[] {
  const shortest = Math.min(...hours);
  return [shortest + 2, shortest + 6, shortest + 12];
}
