import type { BaggageAllowance, Segment } from '../../../model/flight.ts';

/** Allowances by segment and leg. */
type Allowances = BaggageAllowance[][];

/**
 * Parses `flights_baggage` or `flights_handbags`. Create one reader for each response: most fares have the same
 * allowance on every leg and share the parsed result.
 */
export class BaggageReader {
  readonly #readCode: (code: unknown) => BaggageAllowance;
  /** Shared results by allowance, then by the leg counts of the segments. */
  readonly #shared = new Map<BaggageAllowance, Map<number, Allowances>>();

  /** @param readCode parses a code; must return null (unknown) for undefined */
  constructor(readCode: (code: unknown) => BaggageAllowance) {
    this.#readCode = readCode;
  }

  /**
   * Parses the allowances of a fare.
   * @param value codes by segment and leg. A flat array is accepted if it has one entry for each segment, or one for
   *   each leg. Missing codes are unknown.
   * @param sources where each code comes from, in the same shape as the codes
   * @returns allowances by segment and leg; unknown where the source says that the supplier has guessed
   */
  read(value: unknown, sources: unknown, segments: readonly Segment[]): Allowances {
    const stated = groupBySegment(Array.isArray(value) ? value : [], segments);
    const codes = hasGuess(sources) ? withoutGuesses(stated, groupBySegment(sources, segments), segments) : stated;
    const allowance = this.#commonAllowance(codes, segments);
    if (allowance !== undefined) return this.#allowanceForEveryLeg(allowance, segments);
    return segments.map(({ legs }, index) => legs.map((_, leg) => this.#readCode(legValue(codes, index, leg))));
  }

  /** Returns the allowance that all legs have in common; undefined if they differ. */
  #commonAllowance(codes: readonly unknown[], segments: readonly Segment[]): BaggageAllowance | undefined {
    let common: BaggageAllowance | undefined;
    for (let index = 0; index < segments.length; index += 1) {
      const legCount = segments[index]?.legs.length ?? 0;
      for (let leg = 0; leg < legCount; leg += 1) {
        const allowance = this.#readCode(legValue(codes, index, leg));
        if (common === undefined) common = allowance;
        else if (common !== allowance) return undefined;
      }
    }
    return common;
  }

  #allowanceForEveryLeg(allowance: BaggageAllowance, segments: readonly Segment[]): Allowances {
    let byLegCounts = this.#shared.get(allowance);
    if (!byLegCounts) this.#shared.set(allowance, (byLegCounts = new Map<number, Allowances>()));
    let legCountsKey = 0;
    for (const { legs } of segments) legCountsKey = legCountsKey * 100 + legs.length;
    let allowances = byLegCounts.get(legCountsKey);
    if (!allowances)
      byLegCounts.set(legCountsKey, (allowances = segments.map(({ legs }) => legs.map(() => allowance))));
    return allowances;
  }
}

/** Groups the codes of a flat array by segment; returns an empty array if its length matches neither shape. */
function groupBySegment(codes: readonly unknown[], segments: readonly Segment[]): readonly unknown[] {
  if (codes.length === segments.length || codes.some((code) => Array.isArray(code))) return codes;
  const legCount = segments.reduce((count, { legs }) => count + legs.length, 0);
  if (codes.length !== legCount) return [];
  let offset = 0;
  return segments.map(({ legs }) => codes.slice(offset, (offset += legs.length)));
}

/**
 * Sources that mark a code as the supplier's guess. Real responses also have numbers (0 and 3), whose meaning is not
 * documented: codes with these sources are read as stated.
 */
const guesses: ReadonlySet<unknown> = new Set(['unknown', 'default']);

/** Whether any of the sources, by segment and leg or flat, is a guess. */
function hasGuess(sources: unknown): sources is unknown[] {
  if (!Array.isArray(sources)) return false;
  for (const source of sources as unknown[]) if (guesses.has(source) || hasGuess(source)) return true;
  return false;
}

/** Returns the codes by segment and leg without those that the supplier has guessed. */
function withoutGuesses(
  codes: readonly unknown[],
  sources: readonly unknown[],
  segments: readonly Segment[],
): readonly unknown[] {
  const isGuess = (segment: number, leg: number) => guesses.has(legValue(sources, segment, leg));
  return segments.map(({ legs }, segment) =>
    legs.map((_, leg) => (isGuess(segment, leg) ? undefined : legValue(codes, segment, leg))),
  );
}

/** Returns the value of a leg; a single value in place of a segment's list applies to all of its legs. */
function legValue(values: readonly unknown[], segment: number, leg: number): unknown {
  const value = values[segment];
  return Array.isArray(value) ? value[leg] : value;
}
