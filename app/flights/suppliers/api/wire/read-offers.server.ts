import type { Itinerary, Offer } from '../../../model/flight.ts';
import { SupplierError } from '../../supplier.server.ts';
import type { DropCounts } from './drop-counts.ts';
import { isRecord, readNumber } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';
import { readFareTerms } from './read-fare-terms.ts';
import type { WarningReader } from './read-warnings.ts';
import { readText } from './supplier-text.ts';

/** Data shared by all fares of a proposal. */
export interface OfferContext {
  itinerary: Itinerary;
  /** The fewest seats left on any leg, if stated. */
  seatsLeft: number | undefined;
  warnings: WarningReader;
  cache: ParseCache;
  drops: DropCounts;
}

/**
 * Parses the fares of a proposal: for each gate, all fares in `xterms`, or else the gate's cheapest fare in `terms`.
 * Fares with a blank currency, or without price, unified price or url id, are skipped (spec, section 5) and counted.
 * @throws {SupplierError} with `unreadable` if a fare has no `currency` field, which invalidates the whole response
 */
export function readOffers(proposal: Record<string, unknown>, context: OfferContext): Offer[] {
  const offers: Offer[] = [];
  const xterms = isRecord(proposal.xterms) ? proposal.xterms : {};
  const terms = isRecord(proposal.terms) ? proposal.terms : {};
  for (const gate of Object.keys(xterms)) {
    const fares = xterms[gate];
    if (isRecord(fares)) for (const name of Object.keys(fares)) addOffer(offers, gate, name, fares[name], context);
  }
  for (const gate of Object.keys(terms)) {
    // A gate may be called `constructor`. Inherited properties contain no fares, so they are treated as missing.
    const fares = xterms[gate];
    if (!isRecord(fares) || !Object.values(fares).some(isRecord)) addOffer(offers, gate, '', terms[gate], context);
  }
  return offers;
}

function addOffer(
  offers: Offer[],
  gate: string,
  fareName: string,
  fare: unknown,
  { itinerary, seatsLeft, warnings, cache, drops }: OfferContext,
): void {
  if (!isRecord(fare)) return;
  if (fare.currency === undefined || fare.currency === null) {
    throw new SupplierError('unreadable', 'A fare has no currency');
  }
  const gateId = cache.text(gate);
  const currency = cache.currency(fare.currency);
  const price = readNumber(fare.price) ?? 0;
  const unifiedPrice = readNumber(fare.unified_price) ?? 0;
  const urlId = readUrlId(fare.url);
  if (!gateId) return drops.add('fare without gate');
  if (!currency) return drops.add('fare without currency code');
  if (price <= 0 || unifiedPrice <= 0) return drops.add('fare without price');
  if (!urlId) return drops.add('fare without link');
  offers.push({
    gateId,
    fareName: cache.text(fareName),
    price,
    currency,
    unifiedPrice,
    fareId: urlId,
    itineraryId: itinerary.id,
    baggageLegs: cache.baggage.read(fare.flights_baggage, fare.baggage_source, itinerary.segments),
    handBaggageLegs: cache.handBaggage.read(fare.flights_handbags, fare.handbags_source, itinerary.segments),
    warnings: warnings.ofFare(fare),
    ...readFareTerms(fare.flight_additional_tariff_infos, itinerary.segments),
    ...(seatsLeft !== undefined && { seatsLeft }),
  });
}

/** Reads a url id. @returns the id; empty if it cannot be sent back unchanged and so might book another fare */
function readUrlId(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : '';
  const id = readText(value);
  return id === value ? id : '';
}
