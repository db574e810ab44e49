import type { BaggageAllowance } from './flight.ts';
import type { BaggageKind } from './list-query.ts';

/** An allowance that holds on every leg, or `differs` if no single one does: then each leg's own must be shown. */
export type BaggageSummary = BaggageAllowance | 'differs';

/**
 * Summarises a whole journey by its worst leg: `without` if any leg includes no baggage, otherwise `unknown` if any
 * allowance is unknown, otherwise `with`.
 * @param legs allowances by segment and leg
 */
export function baggageKind(legs: BaggageAllowance[][]): BaggageKind {
  const all = legs.flat();
  if (all.some(isNone)) return 'without';
  return all.length === 0 || all.includes(null) ? 'unknown' : 'with';
}

/**
 * Returns what a traveller may take on every leg, for a one-line summary. It never promises more than any leg allows:
 * the fewest pieces, the smallest size that a leg states, and a weight only if every leg states one.
 * @param legs allowances by segment and leg
 * @returns no pieces if any leg includes no baggage, otherwise null if any allowance is unknown, otherwise `differs` if
 *   some legs count pieces and others kilograms
 */
export function smallestAllowance(legs: BaggageAllowance[][]): BaggageSummary {
  const all = legs.flat();
  if (all.some(isNone)) return { pieces: 0 };
  const stated = all.filter((allowance) => allowance !== null);
  if (stated.length === 0 || stated.length < all.length) return null;
  const byWeight = stated.filter((allowance) => 'kgTotal' in allowance);
  if (byWeight.length === stated.length) return { kgTotal: Math.min(...byWeight.map(({ kgTotal }) => kgTotal)) };
  return byWeight.length > 0 ? 'differs' : fewestPieces(stated.filter((allowance) => 'pieces' in allowance));
}

type Pieces = Extract<BaggageAllowance, { pieces: number }>;

function fewestPieces(all: Pieces[]): BaggageAllowance {
  const smallest: BaggageAllowance = { pieces: Math.min(...all.map(({ pieces }) => pieces)) };
  const weights = all.flatMap(({ kgEach }) => kgEach ?? []);
  if (weights.length === all.length) smallest.kgEach = Math.min(...weights);
  const sizes = all.flatMap(({ centimetres }) => centimetres ?? []);
  if (sizes.length > 0) smallest.centimetres = sizes.reduce(smallerSize);
  return smallest;
}

/** Returns the size that fits within both. A bag may be turned, so sides are compared from longest to shortest. */
function smallerSize(one: string, other: string): string {
  const sides = descending(other);
  return descending(one)
    .map((side, index) => Math.min(side, sides[index] ?? side))
    .join('x');
}

function descending(size: string): number[] {
  return size
    .split('x')
    .map(Number)
    .sort((a, b) => b - a);
}

function isNone(allowance: BaggageAllowance): boolean {
  return allowance !== null && 'pieces' in allowance && allowance.pieces === 0;
}
