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
  /** Built from the proposals; undefined when it has to be rebuilt. */
  flight: Flight | undefined;
}

/**
 * The flights of one search, merged from its chunks. The result does not depend on the order of chunks or on repeats:
 * conflicts are resolved by content. Only flights that a chunk touches are rebuilt.
 */
export class FlightCollection {
  readonly #chunkIds = new Set<string>();
  readonly #entries = new Map<string, FlightProposals>();
  #sorted: readonly Flight[] | undefined;
  // Null prototype: a gate id may be `constructor`.
  readonly #names: Names = { gates: withoutPrototype(), airlines: withoutPrototype(), airports: withoutPrototype() };

  /** Merges a chunk. @returns false if it was added before, by its id (spec, section 7) */
  add(chunk: Chunk): boolean {
    if (this.#chunkIds.has(chunk.id)) return false;
    this.#chunkIds.add(chunk.id);
    mergeNames(this.#names.gates, chunk.gates);
    mergeNames(this.#names.airlines, chunk.airlines);
    mergeNames(this.#names.airports, chunk.airports);
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

  /** All flights by ascending unified price of their best offer (spec, section 9). */
  flights(): readonly Flight[] {
    this.#sorted ??= Array.from(this.#entries.values(), built).sort(
      (a, b) => a.best.unifiedPrice - b.best.unifiedPrice || compare(a.id, b.id),
    );
    return this.#sorted;
  }

  /** The flight with this id, if there is one. */
  flight(id: string): Flight | undefined {
    const entry = this.#entries.get(id);
    return entry && built(entry);
  }

  /** Finds an offer by its fare id. Should several flights have it, the cheapest flight wins. */
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

  /** The ids of all added chunks. */
  get chunkIds(): ReadonlySet<string> {
    return this.#chunkIds;
  }

  /** Names of gates, airlines and airports as the supplier spells them. */
  get names(): Names {
    return this.#names;
  }

  /** Number of flights. */
  get size(): number {
    return this.#entries.size;
  }
}

function withoutPrototype(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function mergeNames(names: Record<string, string>, more: Record<string, string>): void {
  for (const [id, name] of Object.entries(more)) {
    const known = names[id];
    if (known === undefined || name < known) names[id] = name;
  }
}

function built(entry: FlightProposals): Flight {
  entry.flight ??= buildFlight(entry);
  return entry.flight;
}

function buildFlight({ id, proposals }: FlightProposals): Flight {
  const offers = uniqueOffers(proposals);
  const best = cheapestOf(offers);
  // An itinerary loses its offers when its only fare is repeated for other legs.
  const sold = new Set<string>();
  for (const { itineraryId } of offers) sold.add(itineraryId);
  const itineraries = itinerariesOf(proposals).filter((itinerary) => sold.has(itinerary.id));
  const carriers = new Set<string>();
  for (const itinerary of itineraries) for (const carrier of itinerary.carriers) carriers.add(carrier);
  return { id, itineraries, carriers: [...carriers].sort(), offersByGateId: byGate(offers), best };
}

/**
 * Removes duplicate fares (same gate and fare id), keeping the cheapest.
 * @returns sorted by gate
 */
function uniqueOffers(proposals: readonly Proposal[]): Offer[] {
  const all: Offer[] = [];
  for (const { offers } of proposals) for (const offer of offers) all.push(offer);
  all.sort(
    (a, b) =>
      compare(a.gateId, b.gateId) ||
      compare(a.fareId, b.fareId) ||
      a.unifiedPrice - b.unifiedPrice ||
      compareJson(a, b),
  );
  return all.filter(({ gateId, fareId }, index) => {
    const before = all[index - 1];
    return before?.fareId !== fareId || before.gateId !== gateId;
  });
}

/**
 * Distinct itineraries. Partners may describe the same legs differently, such as by flight number: the version of the
 * cheapest offer is kept.
 * @returns sorted by id
 */
function itinerariesOf(proposals: readonly Proposal[]): Itinerary[] {
  const versions = proposals.map(({ itinerary, offers }) => ({ itinerary, by: cheapestOf(offers) }));
  versions.sort(
    (a, b) =>
      compare(a.itinerary.id, b.itinerary.id) || compareOffers(a.by, b.by) || compareJson(a.itinerary, b.itinerary),
  );
  return versions
    .filter(({ itinerary }, index) => versions[index - 1]?.itinerary.id !== itinerary.id)
    .map(({ itinerary }) => itinerary);
}

/** Groups offers by gate. @param offers sorted by gate */
function byGate(offers: readonly Offer[]): Record<string, Offer[]> {
  const gates: [string, Offer[]][] = [];
  for (const offer of offers) {
    const last = gates[gates.length - 1];
    if (last?.[0] === offer.gateId) last[1].push(offer);
    else gates.push([offer.gateId, [offer]]);
  }
  for (const [, ofGate] of gates) if (ofGate.length > 1) ofGate.sort(compareOffers);
  // Object.fromEntries also keeps a key such as `__proto__`, which assignment would drop.
  return Object.fromEntries(gates);
}

function cheapestOf(offers: readonly Offer[]): Offer {
  return offers.reduce((cheapest, offer) => (compareOffers(offer, cheapest) < 0 ? offer : cheapest));
}

function compareOffers(a: Offer, b: Offer): number {
  return a.unifiedPrice - b.unifiedPrice || compare(a.gateId, b.gateId) || compare(a.fareId, b.fareId);
}

/** Tie-breaker. */
function compareJson(a: object, b: object): number {
  return compare(JSON.stringify(a), JSON.stringify(b));
}

/** Compares by code units: unlike a locale's collation, the same on every machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
