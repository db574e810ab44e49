import type { Allowance } from '../flight.ts';
import { readBaggageCode, readHandBaggageCode } from './baggage-code.ts';
import { readAirport, readCarrier } from './iata-codes.ts';
import { readText } from './outside-text.ts';
import { shortId } from './journey-ids.server.ts';
import { BaggageReader } from './read-baggage.ts';
import { readCurrency } from './read-currency.ts';

/**
 * What the values of one answer mean. An answer says the same few airports, carriers, fares and codes many thousand
 * times: each is read once, and kept once in memory.
 */
export interface Vocabulary {
  airport: (value: unknown) => string;
  carrier: (value: unknown) => string;
  text: (value: unknown) => string;
  currency: (value: unknown) => string;
  baggage: BaggageReader;
  handBaggage: BaggageReader;
  /** Of a journey, by its key. */
  id: (key: string) => string;
}

export function newVocabulary(): Vocabulary {
  return {
    airport: remembered(readAirport),
    carrier: remembered(readCarrier),
    text: remembered(readText),
    currency: remembered(readCurrency),
    baggage: new BaggageReader(remembered(readBaggageCode)),
    handBaggage: new BaggageReader(remembered(readHandBaggageCode)),
    id: remembered(shortId),
  };
}

function remembered<Value, Meaning extends string | Allowance>(
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
