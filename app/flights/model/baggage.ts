import type { BaggageAllowance } from './flight.ts';
import type { BaggageKind } from './list-query.ts';

/**
 * Summarises a whole journey by its worst leg: `without` if any leg has no baggage, else `unknown` if any leg is
 * unknown, else `with`.
 * @param legs allowances by segment and leg
 */
export function baggageKind(legs: BaggageAllowance[][]): BaggageKind {
  const all = legs.flat();
  if (all.some(isNone)) return 'without';
  return all.length === 0 || all.includes(null) ? 'unknown' : 'with';
}

/**
 * The lowest allowance of all legs, for a one-line summary; null if any leg is unknown and none is known to have
 * nothing.
 * @param legs allowances by segment and leg
 */
export function leastAllowance(legs: BaggageAllowance[][]): BaggageAllowance {
  const all = legs.flat();
  const nothing = all.find(isNone);
  if (nothing) return nothing;
  if (all.length === 0 || all.includes(null)) return null;
  return all.reduce((least, one) => (weight(one) < weight(least) ? one : least));
}

function isNone(allowance: BaggageAllowance): boolean {
  return allowance !== null && 'pieces' in allowance && allowance.pieces === 0;
}

/** For comparison: kilograms if stated, else pieces at the usual 23 kg. */
function weight(allowance: BaggageAllowance): number {
  if (allowance === null) return 0;
  return 'kgTotal' in allowance ? allowance.kgTotal : allowance.pieces * (allowance.kgEach ?? 23);
}
