/** A deterministic random number generator: the same seed yields the same sequence. */
export interface SeededRandom {
  /** A number in [least, most). */
  number(least: number, most: number): number;
  /** An integer in [least, most]. */
  integer(least: number, most: number): number;
  /** True with this probability, 0 to 1. */
  chance(often: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/**
 * Mulberry32 by Tommy Ettinger: sufficient for sample data, not cryptographic.
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
  const number = (least: number, most: number) => least + next() * (most - least);
  const integer = (least: number, most: number) => Math.floor(number(least, most + 1));
  return {
    number,
    integer,
    chance: (often) => next() < often,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
