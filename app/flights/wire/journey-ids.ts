import type { Segment } from '../flight.ts';

/** Of the ends of each direction and the minute of its first departure (spec, section 3). */
export function flightId(segments: readonly Segment[]): string {
  const digest = new Digest();
  for (const { from, to, dep } of segments) {
    digest.addCode(from);
    digest.addCode(to);
    digest.add(Math.floor(dep / 60));
  }
  return digest.text();
}

/**
 * Of ends, times, carrier and cabin of every leg. Without the number, of which a leg has several when several airlines
 * sell it. With the cabin, so that a ticket for one is never shown as a ticket for another.
 */
export function itineraryId(segments: readonly Segment[]): string {
  const digest = new Digest();
  for (const { legs } of segments) {
    digest.add(legs.length);
    for (const { from, to, dep, arr, carrier, cabin } of legs) {
      digest.addCode(from);
      digest.addCode(to);
      digest.add(dep);
      digest.add(arr);
      digest.addCode(carrier);
      digest.addCode(cabin ?? '');
    }
  }
  return digest.text();
}

/** Five bits are a character, and ten at a time are looked up: `toString(36)` took as long as the hash. */
const alphabet = '0123456789abcdefghijklmnopqrstuv';
const pairs = Array.from(alphabet).flatMap((first) => Array.from(alphabet, (second) => first + second));

/**
 * 60 bits, of two of MurmurHash3's 32-bit hashes (Austin Appleby, public domain): among the few thousand journeys of a
 * search no two meet. It takes numbers as they are; to write each journey as a text and hash that took thrice as long.
 */
class Digest {
  #one = 0x3c6ef372;
  #two = 0x510e527f;
  #words = 0;

  /** @param word a whole number; its low 32 bits count */
  add(word: number): void {
    this.#one = mixed(this.#one, word, 0xcc9e2d51, 0x1b873593);
    this.#two = mixed(this.#two, word, 0x239b961b, 0xab0e9789);
    this.#words += 1;
  }

  /** @param code at most three ASCII letters or digits */
  addCode(code: string): void {
    let word = code.length;
    for (let index = 0; index < code.length; index += 1) word = (word << 8) | code.charCodeAt(index);
    this.add(word);
  }

  /** 12 letters and digits. */
  text(): string {
    return inText(spread(this.#one ^ this.#words)) + inText(spread(this.#two ^ this.#words));
  }
}

function mixed(hash: number, word: number, first: number, second: number): number {
  const scrambled = Math.imul(word, first);
  const rest = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), second);
  return (Math.imul((rest << 13) | (rest >>> 19), 5) + 0xe6546b64) | 0;
}

/** Lets every bit depend on every other, which the last words have not done yet. */
function spread(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function inText(bits: number): string {
  return `${pairs[bits & 1023]}${pairs[(bits >>> 10) & 1023]}${pairs[(bits >>> 20) & 1023]}`;
}
