import type { Steps } from '#app/clock/time-slices.ts';
import { currencies, type CurrencyRates } from './currency.ts';
import type { Chunk, Flight, Itinerary, Names, Offer, Proposal } from './flight.ts';

/** An offer with its flight and itinerary. */
export interface FoundOffer {
  flight: Flight;
  itinerary: Itinerary;
  offer: Offer;
}

/** All proposals received for one flight. */
interface FlightProposals {
  id: string;
  proposals: Proposal[];
  /** Built from the proposals; undefined if it must be rebuilt. */
  flight: Flight | undefined;
}

/**
 * The flights of one search, merged from its chunks. Conflicts are resolved by content, so the result depends neither
 * on the order of chunks nor on repeats. Adding a chunk rebuilds only the flights in it.
 */
export class FlightCollection {
  readonly #chunkIds = new Set<string>();
  readonly #entries = new Map<string, FlightProposals>();
  #sorted: readonly Flight[] | undefined;
  readonly #names: Required<Names> = {
    gates: createDictionary(),
    airlines: createDictionary(),
    airports: createDictionary(),
    cities: createDictionary(),
  };

  readonly #rates: CurrencyRates = {};
  #leftOut = 0;

  /** Merges a chunk. @returns false if a chunk with this id was added before (spec, section 7) */
  add(chunk: Chunk): boolean {
    if (this.#chunkIds.has(chunk.id)) return false;
    this.#chunkIds.add(chunk.id);
    mergeNames(this.#names.gates, chunk.gates);
    mergeNames(this.#names.airlines, chunk.airlines);
    mergeNames(this.#names.airports, chunk.airports);
    mergeNames(this.#names.cities, chunk.cities ?? {});
    this.#mergeRates(chunk.rates ?? {});
    this.#leftOut += chunk.leftOut ?? 0;
    for (const proposal of chunk.proposals) {
      const entry = this.#entries.get(proposal.flightId);
      if (entry) {
        entry.proposals.push(proposal);
        entry.flight = undefined;
      } else {
        this.#entries.set(proposal.flightId, { id: proposal.flightId, proposals: [proposal], flight: undefined });
      }
    }
    if (chunk.proposals.length > 0) this.#sorted = undefined;
    return true;
  }

  /** Builds the flights that have changed, step by step, so that the next call to `flights` is fast. */
  *build(): Steps<void> {
    for (const entry of this.#entries.values()) {
      if (entry.flight) continue;
      getOrBuildFlight(entry);
      yield;
    }
  }

  /** Returns all flights by ascending unified price of their best offer (spec, section 9). */
  flights(): readonly Flight[] {
    this.#sorted ??= Array.from(this.#entries.values(), getOrBuildFlight).sort(
      (a, b) => a.best.unifiedPrice - b.best.unifiedPrice || compare(a.id, b.id),
    );
    return this.#sorted;
  }

  /** Returns the flight with this id, if any. */
  flight(id: string): Flight | undefined {
    const entry = this.#entries.get(id);
    return entry && getOrBuildFlight(entry);
  }

  /** Finds an offer by its fare id. If several flights have it, the cheapest flight wins. */
  offer(fareId: string): FoundOffer | undefined {
    for (const flight of this.flights()) {
      for (const offers of Object.values(flight.offersByGateId)) {
        const offer = offers.find((candidate) => candidate.fareId === fareId);
        const itinerary = offer && flight.itineraries.find(({ id }) => id === offer.itineraryId);
        if (itinerary) return { flight, itinerary, offer };
      }
    }
    return undefined;
  }

  /** Ids of all added chunks. */
  get chunkIds(): ReadonlySet<string> {
    return this.#chunkIds;
  }

  /** Names of gates, airlines and airports as the supplier spells them. */
  get names(): Names {
    return this.#names;
  }

  /** Currency rates stated by the supplier; empty if it has stated none. */
  get rates(): CurrencyRates {
    return this.#rates;
  }

  /** Number of proposals that were left out because their data contradict themselves. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Number of flights. */
  get size(): number {
    return this.#entries.size;
  }

  /** Keeps the lowest of several rates for a currency, so that no price is shown too low. */
  #mergeRates(rates: CurrencyRates): void {
    for (const currency of currencies) {
      const rate = rates[currency];
      if (rate !== undefined) this.#rates[currency] = Math.min(rate, this.#rates[currency] ?? rate);
    }
  }
}

/** Returns a flight's offers by all partners. */
export function offersOf({ offersByGateId }: Flight): Offer[] {
  return Object.values(offersByGateId).flat();
}

/** Creates an object without a prototype, because a gate id may be `constructor`. */
function createDictionary(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function mergeNames(names: Record<string, string>, additions: Record<string, string>): void {
  for (const [id, name] of Object.entries(additions)) {
    const known = names[id];
    if (known === undefined || name < known) names[id] = name;
  }
}

function getOrBuildFlight(entry: FlightProposals): Flight {
  entry.flight ??= buildFlight(entry);
  return entry.flight;
}

function buildFlight({ id, proposals }: FlightProposals): Flight {
  const offers = uniqueOffers(proposals);
  const best = cheapestOf(offers);
  // An itinerary has no offers left if its only fare also appears at a lower price with other legs.
  const offeredItineraryIds = new Set<string>();
  for (const { itineraryId } of offers) offeredItineraryIds.add(itineraryId);
  const itineraries = uniqueItineraries(proposals).filter(({ id }) => offeredItineraryIds.has(id));
  const carriers = new Set<string>();
  for (const itinerary of itineraries) for (const carrier of itinerary.carriers) carriers.add(carrier);
  return { id, itineraries, carriers: [...carriers].sort(), offersByGateId: groupByGate(offers), best };
}

/**
 * Removes duplicate fares (same gate and fare id), keeping the latest of each, or else the cheapest.
 * @returns offers sorted by gate
 */
function uniqueOffers(proposals: readonly Proposal[]): Offer[] {
  const all: Offer[] = [];
  for (const { offers } of proposals) for (const offer of offers) all.push(offer);
  all.sort(
    (a, b) =>
      compare(a.gateId, b.gateId) ||
      compare(a.fareId, b.fareId) ||
      (b.revision ?? 0) - (a.revision ?? 0) ||
      a.unifiedPrice - b.unifiedPrice ||
      compareJson(a, b),
  );
  return all.filter(({ gateId, fareId }, index) => {
    const previous = all[index - 1];
    return previous?.fareId !== fareId || previous.gateId !== gateId;
  });
}

/**
 * Removes duplicate itineraries. Partners may describe the same legs differently, for example by flight number; the
 * description of the cheapest offer is kept.
 * @returns itineraries sorted by id
 */
function uniqueItineraries(proposals: readonly Proposal[]): Itinerary[] {
  const versions = proposals.map(({ itinerary, offers }) => ({ itinerary, cheapest: cheapestOf(offers) }));
  versions.sort(
    (a, b) =>
      compare(a.itinerary.id, b.itinerary.id) ||
      compareOffers(a.cheapest, b.cheapest) ||
      compareJson(a.itinerary, b.itinerary),
  );
  return versions
    .filter(({ itinerary }, index) => versions[index - 1]?.itinerary.id !== itinerary.id)
    .map(({ itinerary }) => itinerary);
}

/** Groups offers by gate, each group sorted by price. @param offers sorted by gate */
function groupByGate(offers: readonly Offer[]): Record<string, Offer[]> {
  const gates: [string, Offer[]][] = [];
  for (const offer of offers) {
    const last = gates[gates.length - 1];
    if (last?.[0] === offer.gateId) last[1].push(offer);
    else gates.push([offer.gateId, [offer]]);
  }
  for (const [, gateOffers] of gates) if (gateOffers.length > 1) gateOffers.sort(compareOffers);
  // Unlike assignment, Object.fromEntries keeps a key such as `__proto__`.
  return Object.fromEntries(gates);
}

function cheapestOf(offers: readonly Offer[]): Offer {
  return offers.reduce((cheapest, offer) => (compareOffers(offer, cheapest) < 0 ? offer : cheapest));
}

function compareOffers(a: Offer, b: Offer): number {
  return a.unifiedPrice - b.unifiedPrice || compare(a.gateId, b.gateId) || compare(a.fareId, b.fareId);
}

/** Breaks ties between otherwise equal values. */
function compareJson(a: object, b: object): number {
  return compare(JSON.stringify(a), JSON.stringify(b));
}

/** Compares by code units, which, unlike locale-aware collation, gives the same order on every machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
