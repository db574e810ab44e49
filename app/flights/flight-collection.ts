import type { Chunk, Flight, Itinerary, Names, Offer } from './flight.ts';

/** What chunks have brought of one flight, each part once. */
interface Gathered {
  id: string;
  itineraries: Map<string, Itinerary>;
  /** By gate and url id. */
  offers: Map<string, Map<string, Offer>>;
  /** Made of the rest; undefined when more has come since. */
  flight?: Flight;
}

/** An offer with what it is a ticket for. */
export interface FoundOffer {
  flight: Flight;
  itinerary: Itinerary;
  offer: Offer;
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

  /** @returns false for a chunk that is here already (by its id, spec, section 7) */
  add(chunk: Chunk): boolean {
    if (this.#chunkIds.has(chunk.id)) return false;
    this.#chunkIds.add(chunk.id);
    mergeNames(this.#names.gates, chunk.gates);
    mergeNames(this.#names.airlines, chunk.airlines);
    mergeNames(this.#names.airports, chunk.airports);
    for (const { flightId, itinerary, offers } of chunk.proposals) {
      const gathered = this.#at(flightId);
      gathered.flight = undefined;
      mergeItinerary(gathered.itineraries, itinerary);
      for (const offer of offers) mergeOffer(gathered.offers, offer);
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

  #at(id: string): Gathered {
    let gathered = this.#gathered.get(id);
    if (!gathered) {
      gathered = { id, itineraries: new Map(), offers: new Map() };
      this.#gathered.set(id, gathered);
    }
    return gathered;
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

/** Gates tell different facts of the same legs, such as the number they are sold under: those of one gate stay. */
function mergeItinerary(itineraries: Map<string, Itinerary>, itinerary: Itinerary): void {
  const known = itineraries.get(itinerary.id);
  if (!known || comesFirst(itinerary, known)) itineraries.set(itinerary.id, itinerary);
}

/** The same fare of the same gate is one offer: the cheaper where it has two prices. */
function mergeOffer(offers: Map<string, Map<string, Offer>>, offer: Offer): void {
  let ofGate = offers.get(offer.gateId);
  if (!ofGate) offers.set(offer.gateId, (ofGate = new Map<string, Offer>()));
  const known = ofGate.get(offer.urlId);
  const cheaper = known ? known.unifiedPrice - offer.unifiedPrice : 1;
  if (!known || cheaper > 0 || (cheaper === 0 && comesFirst(offer, known))) ofGate.set(offer.urlId, offer);
}

/** Of two that differ, the one that says more: by the length of its JSON, then by the text itself. */
function comesFirst(candidate: object, known: object): boolean {
  const [text, knownText] = [JSON.stringify(candidate), JSON.stringify(known)];
  return text.length > knownText.length || (text.length === knownText.length && text < knownText);
}

function made(gathered: Gathered): Flight {
  gathered.flight ??= makeFlight(gathered);
  return gathered.flight;
}

function makeFlight({ id, itineraries, offers }: Gathered): Flight {
  const gates: [string, Offer[]][] = [];
  const sold = new Set<string>();
  for (const [gateId, ofGate] of offers) {
    const list = Array.from(ofGate.values()).sort(compareOffers);
    for (const { itineraryId } of list) sold.add(itineraryId);
    gates.push([gateId, list]);
  }
  gates.sort(([a], [b]) => compare(a, b));
  const [best] = gates.flatMap(([, [cheapest]]) => cheapest ?? []).sort(compareOffers);
  if (!best) throw new Error(`No offers came with the flight ${id}`);
  // One is without offers when its only fare came again for other legs.
  const listed = Array.from(itineraries.values()).filter((itinerary) => sold.has(itinerary.id));
  listed.sort((a, b) => compare(a.id, b.id));
  const carriers = new Set(listed.flatMap((itinerary) => itinerary.carriers));
  return { id, itineraries: listed, carriers: [...carriers].sort(), offersByGateId: Object.fromEntries(gates), best };
}

function compareOffers(a: Offer, b: Offer): number {
  return a.unifiedPrice - b.unifiedPrice || compare(a.gateId, b.gateId) || compare(a.urlId, b.urlId);
}

/** By code units: the same on every machine, unlike a language's order. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
