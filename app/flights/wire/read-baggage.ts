import type { Allowance, Segment } from '../flight.ts';

/** By segment and leg. */
type Allowances = Allowance[][];

/**
 * Reads `flights_baggage` or `flights_handbags`. One for each answer: most of its fares allow the same on every leg,
 * and these share what is read.
 */
export class BaggageReader {
  readonly #allowance: (code: unknown) => Allowance;
  /** By allowance, and by how many legs each segment has. */
  readonly #shared = new Map<Allowance, Map<number, Allowances>>();

  /** @param allowance what a code means; null, not known, for undefined */
  constructor(allowance: (code: unknown) => Allowance) {
    this.#allowance = allowance;
  }

  /**
   * @param value codes by segment and leg. A flat list is read when it is as long as there are segments, or legs. What
   *   is missing is not known.
   * @returns always of the shape of the segments and their legs
   */
  read(value: unknown, segments: readonly Segment[]): Allowances {
    const levels = bySegment(Array.isArray(value) ? value : [], segments);
    const allowance = this.#onEveryLeg(levels, segments);
    if (allowance !== undefined) return this.#sameOnEveryLeg(allowance, segments);
    return segments.map(({ legs }, index) => {
      const level = levels[index];
      if (!Array.isArray(level)) return legs.map(() => this.#allowance(level));
      return legs.map((_, leg) => this.#allowance(level[leg]));
    });
  }

  /** Undefined where legs differ. */
  #onEveryLeg(levels: readonly unknown[], segments: readonly Segment[]): Allowance | undefined {
    let same: Allowance | undefined;
    for (let index = 0; index < segments.length; index += 1) {
      const level = levels[index];
      const legCount = segments[index]?.legs.length ?? 0;
      for (let leg = 0; leg < legCount; leg += 1) {
        const allowance = this.#allowance(Array.isArray(level) ? level[leg] : level);
        if (same === undefined) same = allowance;
        else if (same !== allowance) return undefined;
      }
    }
    return same;
  }

  #sameOnEveryLeg(allowance: Allowance, segments: readonly Segment[]): Allowances {
    let ofAllowance = this.#shared.get(allowance);
    if (!ofAllowance) this.#shared.set(allowance, (ofAllowance = new Map<number, Allowances>()));
    let shape = 0;
    for (const { legs } of segments) shape = shape * 100 + legs.length;
    let allowances = ofAllowance.get(shape);
    if (!allowances) ofAllowance.set(shape, (allowances = segments.map(({ legs }) => legs.map(() => allowance))));
    return allowances;
  }
}

function bySegment(levels: readonly unknown[], segments: readonly Segment[]): readonly unknown[] {
  if (levels.length === segments.length || levels.some((level) => Array.isArray(level))) return levels;
  const legCount = segments.reduce((count, { legs }) => count + legs.length, 0);
  if (levels.length !== legCount) return [];
  let read = 0;
  return segments.map(({ legs }) => levels.slice(read, (read += legs.length)));
}
