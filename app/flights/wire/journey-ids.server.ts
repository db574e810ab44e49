import { hash } from 'node:crypto';
import type { Segment } from '../flight.ts';

/** Of the ends of each direction and the minute of its first departure (spec, section 3). */
export function flightKey(segments: readonly Segment[]): string {
  let key = '';
  for (const { from, to, dep } of segments) key += `${from}${to}${Math.floor(dep / 60)} `;
  return key;
}

/**
 * Of ends, times, carrier and cabin of every leg. Without the number, of which a leg has several when several airlines
 * sell it. With the cabin, so that a ticket for one is never shown as a ticket for another.
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

/** 80 bits in hexadecimal: no two of a search's few thousand journeys meet. */
export function shortId(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 20);
}
