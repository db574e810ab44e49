import type { Offer } from '../flight.ts';
import { SupplierError } from '../supplier.server.ts';
import { isRecord, readNumber } from './json-values.ts';
import { readText } from './outside-text.ts';

/** The same for every fare of a proposal, or read in the light of its legs. */
export interface FareContext extends Pick<Offer, 'itineraryId' | 'warnings'> {
  readBaggage: (value: unknown) => Offer['baggageLegs'];
  readHandBaggage: (value: unknown) => Offer['handBaggageLegs'];
}

/**
 * The fares of a proposal: by gate those of `xterms`, else the one of `terms`, which is the cheapest of them. A fare
 * whose currency is blank or whose price, unified price or address is missing is left out (spec, section 5).
 * @throws {SupplierError} `unreadable` for a fare without the field `currency`, which makes the whole answer invalid
 */
export function readOffers(proposal: Record<string, unknown>, context: FareContext): Offer[] {
  const offers: Offer[] = [];
  const gatesWithFares: string[] = [];
  const add = (gate: string, fareName: string, fare: Record<string, unknown>) => {
    const offer = readOffer(readText(gate), readText(fareName), fare, context);
    if (offer) offers.push(offer);
  };
  // The keys are the supplier's: never looked up, since every object knows `constructor`.
  for (const [gate, fares] of entriesOf(proposal.xterms)) {
    for (const [fareName, fare] of entriesOf(fares)) {
      if (!isRecord(fare)) continue;
      gatesWithFares.push(gate);
      add(gate, fareName, fare);
    }
  }
  for (const [gate, fare] of entriesOf(proposal.terms)) {
    if (isRecord(fare) && !gatesWithFares.includes(gate)) add(gate, '', fare);
  }
  return offers;
}

function readOffer(
  gateId: string,
  fareName: string,
  fare: Record<string, unknown>,
  { itineraryId, warnings, readBaggage, readHandBaggage }: FareContext,
): Offer | undefined {
  const { currency: wireCurrency } = fare;
  if (wireCurrency === undefined || wireCurrency === null) {
    throw new SupplierError('unreadable', 'A fare has no currency');
  }
  const currency = readCurrency(wireCurrency);
  const price = readNumber(fare.price) ?? 0;
  const unifiedPrice = readNumber(fare.unified_price) ?? 0;
  const urlId = readUrlId(fare.url);
  if (!gateId || !currency || price <= 0 || unifiedPrice <= 0 || !urlId) return undefined;
  return {
    gateId,
    fareName,
    price,
    currency,
    unifiedPrice,
    urlId,
    itineraryId,
    baggageLegs: readBaggage(fare.flights_baggage),
    handBaggageLegs: readHandBaggage(fare.flights_handbags),
    warnings,
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

const currencyCode = /^[A-Z]{3}$/;

/** ISO 4217, upper case; empty for what is no such code. */
function readCurrency(value: unknown): string {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return currencyCode.test(code) ? code : '';
}

/** Empty where it could not be given back as it came: such an id would book another fare, or none. */
function readUrlId(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : '';
  const id = readText(value);
  return id === value ? id : '';
}
