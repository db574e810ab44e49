import type { Allowance } from './flight.ts';
import type { BaggageKind } from './list-query.ts';

/**
 * What can be said of a whole journey: the worst leg counts. "Not known" is said as soon as one leg is not known and
 * none is known to have nothing.
 */
export function baggageKind(legs: Allowance[][]): BaggageKind {
  const all = legs.flat();
  if (all.some(isNothing)) return 'without';
  return all.length === 0 || all.includes(null) ? 'unknown' : 'with';
}

/** The least that a traveller may count on, for a line of a summary. */
export function leastAllowance(legs: Allowance[][]): Allowance {
  const all = legs.flat();
  const nothing = all.find(isNothing);
  if (nothing) return nothing;
  if (all.length === 0 || all.includes(null)) return null;
  return all.reduce((least, one) => (weight(one) < weight(least) ? one : least));
}

function isNothing(allowance: Allowance): boolean {
  return allowance !== null && 'pieces' in allowance && allowance.pieces === 0;
}

/** For comparing: kilograms where they are stated, and otherwise what a piece usually weighs. */
function weight(allowance: Allowance): number {
  if (allowance === null) return 0;
  return 'kgTotal' in allowance ? allowance.kgTotal : allowance.pieces * (allowance.kgEach ?? 23);
}
