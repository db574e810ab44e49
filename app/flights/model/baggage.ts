import type { BaggageAllowance } from './flight.ts';
import type { BaggageKind } from './list-query.ts';

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
 * Returns the smallest allowance of all legs, for a one-line summary.
 * @param legs allowances by segment and leg
 * @returns no pieces if any leg includes no baggage, otherwise null if any allowance is unknown
 */
export function smallestAllowance(legs: BaggageAllowance[][]): BaggageAllowance {
  const all = legs.flat();
  const none = all.find(isNone);
  if (none) return none;
  if (all.length === 0 || all.includes(null)) return null;
  return all.reduce((smallest, candidate) =>
    comparableWeight(candidate) < comparableWeight(smallest) ? candidate : smallest,
  );
}

function isNone(allowance: BaggageAllowance): boolean {
  return allowance !== null && 'pieces' in allowance && allowance.pieces === 0;
}

/** Estimates the weight in kilograms for comparison; pieces of unstated weight count as the usual 23 kg each. */
function comparableWeight(allowance: BaggageAllowance): number {
  if (allowance === null) return 0;
  return 'kgTotal' in allowance ? allowance.kgTotal : allowance.pieces * (allowance.kgEach ?? 23);
}
