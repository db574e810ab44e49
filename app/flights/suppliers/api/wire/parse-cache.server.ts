import type { BaggageAllowance } from '../../../model/flight.ts';
import { readBaggageCode, readHandBaggageCode } from './baggage-code.ts';
import { readAirport, readCarrier } from './iata-codes.ts';
import { shortId } from './journey-ids.server.ts';
import { BaggageReader } from './read-baggage.ts';
import { readCurrency } from './read-currency.ts';
import { readText } from './supplier-text.ts';

/**
 * Parse cache for one response. A response repeats the same few airports, carriers, fares and codes many thousand
 * times: each is parsed once, and held in memory once.
 */
export interface ParseCache {
  airport: (value: unknown) => string;
  carrier: (value: unknown) => string;
  text: (value: unknown) => string;
  currency: (value: unknown) => string;
  baggage: BaggageReader;
  handBaggage: BaggageReader;
  /** Short id of a journey's key. */
  id: (key: string) => string;
}

/** Creates an empty cache; use one for each response. */
export function createParseCache(): ParseCache {
  return {
    airport: memoized(readAirport),
    carrier: memoized(readCarrier),
    text: memoized(readText),
    currency: memoized(readCurrency),
    baggage: new BaggageReader(memoized(readBaggageCode)),
    handBaggage: new BaggageReader(memoized(readHandBaggageCode)),
    id: memoized(shortId),
  };
}

function memoized<Value, Meaning extends string | BaggageAllowance>(
  read: (value: Value) => Meaning,
): (value: Value) => Meaning {
  const known = new Map<Value, Meaning>();
  return (value) => {
    let meaning = known.get(value);
    if (meaning === undefined) {
      meaning = read(value);
      known.set(value, meaning);
    }
    return meaning;
  };
}
