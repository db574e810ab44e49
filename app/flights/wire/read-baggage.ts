import type { Allowance, Segment } from '../flight.ts';

/** Reads `flights_baggage` or `flights_handbags`. One for each answer, which repeats few codes many thousand times. */
export class BaggageReader {
  readonly #known = new Map<unknown, Allowance>();
  readonly #readCode: (code: unknown) => Allowance;

  constructor(readCode: (code: unknown) => Allowance) {
    this.#readCode = readCode;
  }

  /**
   * @param value by segment and leg. A flat list is read by segment, or by leg when it is as long as there are legs;
   *   a level that is missing is not known.
   * @returns always of the shape of the segments and their legs
   */
  read(value: unknown, segments: readonly Segment[]): Allowance[][] {
    const levels: readonly unknown[] = Array.isArray(value) ? value : [];
    if (isByLeg(levels, segments)) {
      let leg = 0;
      return segments.map(({ legs }) => legs.map(() => this.#allowance(levels[leg++])));
    }
    return segments.map(({ legs }, index) => {
      const level = levels[index];
      if (!Array.isArray(level)) return legs.map(() => this.#allowance(level));
      return legs.map((_, leg) => this.#allowance(level[leg]));
    });
  }

  #allowance(code: unknown): Allowance {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const allowance = this.#readCode(code);
    this.#known.set(code, allowance);
    return allowance;
  }
}

function isByLeg(levels: readonly unknown[], segments: readonly Segment[]): boolean {
  if (levels.length === segments.length || levels.some((level) => Array.isArray(level))) return false;
  return levels.length === segments.reduce((legs, segment) => legs + segment.legs.length, 0);
}
