import { hash } from 'node:crypto';
import type { Segment } from '../../../model/flight.ts';

/** Identifies a flight by each direction's airports and departure minute (spec, section 3). */
export function flightKey(segments: readonly Segment[]): string {
  let key = '';
  for (const { from, to, dep } of segments) key += `${from}${to}${Math.floor(dep / 60)} `;
  return key;
}

/**
 * Identifies an itinerary by airports, times, carrier and cabin of every leg. Without the flight number, of which a
 * codeshare leg has several; with the cabin, so that offers for different cabins are never mixed up.
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
 * Shortens a key to a hash of 80 bits, in hexadecimal: collisions among a search's few thousand journeys are
 * negligible.
 */
export function shortId(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 20);
}
