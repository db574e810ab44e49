import type { Itinerary, Offer } from '../flight.ts';
import { SupplierError } from '../supplier.server.ts';
import { isRecord, readNumber } from './json-values.ts';
import { readText } from './outside-text.ts';
import type { Vocabulary } from './vocabulary.server.ts';

/** What the fares of a proposal have in common. */
export interface Sold {
  itinerary: Itinerary;
  warnings: Offer['warnings'];
  vocabulary: Vocabulary;
}

/**
 * The fares of a proposal: by gate those of `xterms`, else the one of `terms`, which is the cheapest of them. A fare
 * whose currency is blank or whose price, unified price or address is missing is left out (spec, section 5).
 * @throws {SupplierError} `unreadable` for a fare without the field `currency`, which makes the whole answer invalid
 */
export function readOffers(proposal: Record<string, unknown>, sold: Sold): Offer[] {
  const offers: Offer[] = [];
  const xterms = isRecord(proposal.xterms) ? proposal.xterms : {};
  const terms = isRecord(proposal.terms) ? proposal.terms : {};
  for (const gate of Object.keys(xterms)) {
    const fares = xterms[gate];
    if (isRecord(fares)) for (const name of Object.keys(fares)) addOffer(offers, gate, name, fares[name], sold);
  }
  for (const gate of Object.keys(terms)) {
    // What every object has, for a gate called `constructor`, holds no fares either.
    const fares = xterms[gate];
    if (!isRecord(fares) || !Object.values(fares).some(isRecord)) addOffer(offers, gate, '', terms[gate], sold);
  }
  return offers;
}

function addOffer(
  offers: Offer[],
  gate: string,
  fareName: string,
  fare: unknown,
  { itinerary, warnings, vocabulary }: Sold,
): void {
  if (!isRecord(fare)) return;
  if (fare.currency === undefined || fare.currency === null) {
    throw new SupplierError('unreadable', 'A fare has no currency');
  }
  const gateId = vocabulary.text(gate);
  const currency = vocabulary.currency(fare.currency);
  const price = readNumber(fare.price) ?? 0;
  const unifiedPrice = readNumber(fare.unified_price) ?? 0;
  const urlId = readUrlId(fare.url);
  if (!gateId || !currency || price <= 0 || unifiedPrice <= 0 || !urlId) return;
  offers.push({
    gateId,
    fareName: vocabulary.text(fareName),
    price,
    currency,
    unifiedPrice,
    urlId,
    itineraryId: itinerary.id,
    baggageLegs: vocabulary.baggage.read(fare.flights_baggage, itinerary.segments),
    handBaggageLegs: vocabulary.handBaggage.read(fare.flights_handbags, itinerary.segments),
    warnings,
  });
}

/** Empty where it could not be given back as it came: such an id would book another fare, or none. */
function readUrlId(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : '';
  const id = readText(value);
  return id === value ? id : '';
}
