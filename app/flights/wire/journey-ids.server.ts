import { hash } from 'node:crypto';
import type { Segment } from '../flight.ts';

/** Makes ids that stay the same between answers. One for each answer, which repeats its journeys over many gates. */
export class JourneyIds {
  readonly #known = new Map<string, string>();

  /** Of the ends of each direction and the minute of its first departure (spec, section 3). */
  flight(segments: readonly Segment[]): string {
    let key = '';
    for (const { from, to, dep } of segments) key += `${from}${to}${Math.floor(dep / 60)} `;
    return this.#id(key);
  }

  /**
   * Of ends, times, carrier and cabin of every leg. Without the number, of which a leg has several when several
   * airlines sell it. With the cabin, so that a ticket for one is never shown as a ticket for another.
   */
  itinerary(segments: readonly Segment[]): string {
    let key = '';
    for (const { legs } of segments) {
      for (const { from, to, dep, arr, carrier, cabin } of legs) key += `${from}${to}${dep}-${arr}${carrier}:${cabin}/`;
      key += ' ';
    }
    return this.#id(key);
  }

  #id(key: string): string {
    let id = this.#known.get(key);
    if (id === undefined) {
      // 96 bits: no two of a search's few thousand journeys meet.
      id = hash('sha256', key, 'base64url').slice(0, 16);
      this.#known.set(key, id);
    }
    return id;
  }
}
