import type { Offer } from './flight.ts';

/**
 * Whether an offer has expired by itself, possibly before its search.
 * @param now ms since 1970
 */
export function hasExpired({ expiresAt = Infinity }: Pick<Offer, 'expiresAt'>, now = Date.now()): boolean {
  return expiresAt * 1000 <= now;
}
