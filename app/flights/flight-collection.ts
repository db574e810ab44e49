import type { Chunk, Flight, Itinerary, Names, Offer, Proposal } from './flight.ts';

/** An offer with what it is a ticket for. */
export interface FoundOffer {
  flight: Flight;
  itinerary: Itinerary;
  offer: Offer;
}

/** What chunks have brought of one flight. */
interface Gathered {
  id: string;
  proposals: Proposal[];
  /** Made of the proposals; undefined when more have come since. */
  flight: Flight | undefined;
}

/**
 * The flights of one search, put together from its chunks. Whatever order they come in and however often, the flights
 * and names are the same: where two parts speak of the same thing and differ, which one stays is decided by what they
 * say. Only the flights that a chunk touches are made anew.
 */
export class FlightCollection {
  readonly #chunkIds = new Set<string>();
  readonly #gathered = new Map<string, Gathered>();
  #sorted: readonly Flight[] | undefined;
  // Without a prototype: a gate may be called `constructor`.
  readonly #names: Names = { gates: withoutPrototype(), airlines: withoutPrototype(), airports: withoutPrototype() };

  /** @returns false for a chunk that is here already, by its id (spec, section 7) */
  add(chunk: Chunk): boolean {
    if (this.#chunkIds.has(chunk.id)) return false;
    this.#chunkIds.add(chunk.id);
    mergeNames(this.#names.gates, chunk.gates);
    mergeNames(this.#names.airlines, chunk.airlines);
    mergeNames(this.#names.airports, chunk.airports);
    for (const proposal of chunk.proposals) {
      const gathered = this.#gathered.get(proposal.flightId);
      if (gathered) {
        gathered.proposals.push(proposal);
        gathered.flight = undefined;
      } else {
        this.#gathered.set(proposal.flightId, { id: proposal.flightId, proposals: [proposal], flight: undefined });
      }
    }
    if (chunk.proposals.length > 0) this.#sorted = undefined;
    return true;
  }

  /** By the unified price of the best offer, ascending (spec, section 9). */
  flights(): readonly Flight[] {
    this.#sorted ??= Array.from(this.#gathered.values(), made).sort(
      (a, b) => a.best.unifiedPrice - b.best.unifiedPrice || compare(a.id, b.id),
    );
    return this.#sorted;
  }

  flight(id: string): Flight | undefined {
    const gathered = this.#gathered.get(id);
    return gathered && made(gathered);
  }

  /** Should several offers have the same url id, which they should not, it is the one of the cheapest flight. */
  offer(urlId: string): FoundOffer | undefined {
    for (const flight of this.flights()) {
      for (const offers of Object.values(flight.offersByGateId)) {
        const offer = offers.find((candidate) => candidate.urlId === urlId);
        const itinerary = offer && flight.itineraries.find(({ id }) => id === offer.itineraryId);
        if (itinerary) return { flight, itinerary, offer };
      }
    }
    return undefined;
  }

  get names(): Names {
    return this.#names;
  }

  /** How many flights there are. */
  get size(): number {
    return this.#gathered.size;
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

function made(gathered: Gathered): Flight {
  gathered.flight ??= makeFlight(gathered);
  return gathered.flight;
}

function makeFlight({ id, proposals }: Gathered): Flight {
  const offers = withoutRepeats(proposals);
  const best = cheapestOf(offers);
  // An itinerary is without offers when its only fare came again for other legs.
  const sold = new Set<string>();
  for (const { itineraryId } of offers) sold.add(itineraryId);
  const itineraries = itinerariesOf(proposals).filter((itinerary) => sold.has(itinerary.id));
  const carriers = new Set<string>();
  for (const itinerary of itineraries) for (const carrier of itinerary.carriers) carriers.add(carrier);
  return { id, itineraries, carriers: [...carriers].sort(), offersByGateId: byGate(offers), best };
}

/**
 * The same fare of the same gate is one offer: the cheaper where it came with two prices.
 * @returns sorted by gate
 */
function withoutRepeats(proposals: readonly Proposal[]): Offer[] {
  const all: Offer[] = [];
  for (const { offers } of proposals) for (const offer of offers) all.push(offer);
  all.sort(
    (a, b) =>
      compare(a.gateId, b.gateId) || compare(a.urlId, b.urlId) || a.unifiedPrice - b.unifiedPrice || compareJson(a, b),
  );
  return all.filter(({ gateId, urlId }, index) => {
    const before = all[index - 1];
    return before?.urlId !== urlId || before.gateId !== gateId;
  });
}

/**
 * Each once. Partners tell different facts of the same legs, such as the number they sell them under: the cheapest
 * one's stay.
 * @returns sorted by id
 */
function itinerariesOf(proposals: readonly Proposal[]): Itinerary[] {
  const told = proposals.map(({ itinerary, offers }) => ({ itinerary, by: cheapestOf(offers) }));
  told.sort(
    (a, b) =>
      compare(a.itinerary.id, b.itinerary.id) || compareOffers(a.by, b.by) || compareJson(a.itinerary, b.itinerary),
  );
  return told
    .filter(({ itinerary }, index) => told[index - 1]?.itinerary.id !== itinerary.id)
    .map(({ itinerary }) => itinerary);
}

/** @param offers sorted by gate */
function byGate(offers: readonly Offer[]): Record<string, Offer[]> {
  const gates: [string, Offer[]][] = [];
  for (const offer of offers) {
    const last = gates[gates.length - 1];
    if (last?.[0] === offer.gateId) last[1].push(offer);
    else gates.push([offer.gateId, [offer]]);
  }
  for (const [, ofGate] of gates) if (ofGate.length > 1) ofGate.sort(compareOffers);
  // Keeps a gate such as `__proto__`, which an assignment would lose.
  return Object.fromEntries(gates);
}

function cheapestOf(offers: readonly Offer[]): Offer {
  return offers.reduce((cheapest, offer) => (compareOffers(offer, cheapest) < 0 ? offer : cheapest));
}

function compareOffers(a: Offer, b: Offer): number {
  return a.unifiedPrice - b.unifiedPrice || compare(a.gateId, b.gateId) || compare(a.urlId, b.urlId);
}

/** Decides where nothing else is different that matters. */
function compareJson(a: object, b: object): number {
  return compare(JSON.stringify(a), JSON.stringify(b));
}

/** By code units: the same on every machine, unlike the order of a language. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
