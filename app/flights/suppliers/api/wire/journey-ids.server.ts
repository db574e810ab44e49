import { hash } from 'node:crypto';
import type { Segment } from '../../../model/flight.ts';

/** Returns a key that identifies a flight by the airports and departure minute of each segment (spec, section 3). */
export function flightKey(segments: readonly Segment[]): string {
  let key = '';
  for (const { from, to, dep } of segments) key += `${from}${to}${Math.floor(dep / 60)} `;
  return key;
}

/**
 * Returns a key that identifies an itinerary by the airports, times, carrier and cabin of every leg. The cabin keeps
 * offers for different cabins apart. The flight number is left out, because a codeshare leg has several.
 */
export function itineraryKey(segments: readonly Segment[]): string {
  let key = '';
  for (const { legs } of segments) {
    for (const { from, to, dep, arr, carrier, cabin } of legs) {
      key += `${from}${to}${dep}-${arr}${carrier}:${cabin ?? ''}/`;
    }
    key += ' ';
  }
  return key;
}

/**
 * Shortens a key to a hexadecimal hash of 48 bits, because pages contain it many times. Among the five thousand
 * journeys of a large search, the probability of a collision is 1 in 20 million.
 */
export function shortId(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 12);
}
