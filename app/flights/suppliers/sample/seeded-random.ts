/** A deterministic random number generator: the same seed yields the same sequence. */
export interface SeededRandom {
  /** Returns a number in [min, max). */
  number(min: number, max: number): number;
  /** Returns an integer in [min, max]. */
  integer(min: number, max: number): number;
  /** Returns true with the given probability (0 to 1). */
  chance(probability: number): boolean;
  /** Returns one of the items. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/**
 * Creates a Mulberry32 generator (by Tommy Ettinger). It suffices for sample data but is not cryptographically secure.
 * @param seed any 32-bit integer
 */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (min: number, max: number) => min + next() * (max - min);
  const integer = (min: number, max: number) => Math.floor(number(min, max + 1));
  return {
    number,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
