import type { BaggageAllowance, Segment } from '../../../model/flight.ts';

/** By segment and leg. */
type Allowances = BaggageAllowance[][];

/**
 * Parses `flights_baggage` or `flights_handbags`. Create one for each response: most fares have the same allowance on
 * every leg, and share the parsed result.
 */
export class BaggageReader {
  readonly #allowance: (code: unknown) => BaggageAllowance;
  /** By allowance, then by number of legs of each segment. */
  readonly #shared = new Map<BaggageAllowance, Map<number, Allowances>>();

  /** @param allowance parses a code; null (unknown) for undefined */
  constructor(allowance: (code: unknown) => BaggageAllowance) {
    this.#allowance = allowance;
  }

  /**
   * @param value codes by segment and leg. A flat array is accepted if it has one entry for each segment, or for each
   *   leg. Missing codes are unknown.
   * @returns allowances in the shape of the segments and their legs
   */
  read(value: unknown, segments: readonly Segment[]): Allowances {
    const levels = bySegment(Array.isArray(value) ? value : [], segments);
    const allowance = this.#commonAllowance(levels, segments);
    if (allowance !== undefined) return this.#sameOnEveryLeg(allowance, segments);
    return segments.map(({ legs }, index) => {
      const level = levels[index];
      if (!Array.isArray(level)) return legs.map(() => this.#allowance(level));
      return legs.map((_, leg) => this.#allowance(level[leg]));
    });
  }

  /** The allowance of every leg; undefined if legs differ. */
  #commonAllowance(levels: readonly unknown[], segments: readonly Segment[]): BaggageAllowance | undefined {
    let same: BaggageAllowance | undefined;
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

  #sameOnEveryLeg(allowance: BaggageAllowance, segments: readonly Segment[]): Allowances {
    let byLegCounts = this.#shared.get(allowance);
    if (!byLegCounts) this.#shared.set(allowance, (byLegCounts = new Map<number, Allowances>()));
    let shape = 0;
    for (const { legs } of segments) shape = shape * 100 + legs.length;
    let allowances = byLegCounts.get(shape);
    if (!allowances) byLegCounts.set(shape, (allowances = segments.map(({ legs }) => legs.map(() => allowance))));
    return allowances;
  }
}

function bySegment(levels: readonly unknown[], segments: readonly Segment[]): readonly unknown[] {
  if (levels.length === segments.length || levels.some((level) => Array.isArray(level))) return levels;
  const legCount = segments.reduce((count, { legs }) => count + legs.length, 0);
  if (levels.length !== legCount) return [];
  let offset = 0;
  return segments.map(({ legs }) => levels.slice(offset, (offset += legs.length)));
}
