import { timestampAt, wallClock } from '#app/clock/wall-clock.ts';
import type { BaggageAllowance } from '../../../model/flight.ts';
import { readBaggageCode, readHandBaggageCode } from './baggage-code.ts';
import { parseAirportCode, parseCarrierCode } from './iata-codes.ts';
import { shortId } from './journey-ids.server.ts';
import { BaggageReader } from './read-baggage.ts';
import { readCurrency } from './read-currency.ts';
import { readText } from './supplier-text.ts';

/**
 * Parse cache for one response. A response repeats the same few airports, carriers, fares and codes many thousands of
 * times; with the cache, each is parsed only once and held in memory only once.
 */
export interface ParseCache {
  airport: (value: unknown) => string;
  carrier: (value: unknown) => string;
  text: (value: unknown) => string;
  currency: (value: unknown) => string;
  baggage: BaggageReader;
  handBaggage: BaggageReader;
  /** Returns an airport's time zone, if known. */
  timeZone: (airport: string) => string | undefined;
  timestampAt: typeof timestampAt;
  wallClock: typeof wallClock;
  /** Returns the short id for a flight key or itinerary key. */
  id: (key: string) => string;
}

/**
 * Creates an empty cache. Use a new one for each response.
 * @param timeZone finds the time zone of an airport, if known
 */
export function createParseCache(timeZone: ParseCache['timeZone']): ParseCache {
  return {
    airport: memoize(parseAirportCode),
    carrier: memoize(parseCarrierCode),
    text: memoize(readText),
    currency: memoize(readCurrency),
    baggage: new BaggageReader(memoize(readBaggageCode)),
    handBaggage: new BaggageReader(memoize(readHandBaggageCode)),
    timeZone,
    timestampAt: memoizeByZone(timestampAt),
    wallClock: memoizeByZone(wallClock),
    id: memoize(shortId),
  };
}

function memoize<Value, Result extends string | BaggageAllowance>(
  read: (value: Value) => Result,
): (value: Value) => Result {
  const results = new Map<Value, Result>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) {
      result = read(value);
      results.set(value, result);
    }
    return result;
  };
}

function memoizeByZone(convert: (time: number, timeZone: string) => number): typeof convert {
  const results = new Map<string, number>();
  return (time, timeZone) => {
    const key = `${time} ${timeZone}`;
    const result = results.get(key) ?? convert(time, timeZone);
    results.set(key, result);
    return result;
  };
}
