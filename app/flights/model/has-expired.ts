import type { Offer } from './flight.ts';

/**
 * Whether an offer has reached its own expiry time, which may be before that of its search.
 * @param now ms since 1970
 */
export function hasExpired({ expiresAt = Infinity }: Pick<Offer, 'expiresAt'>, now = Date.now()): boolean {
  return expiresAt * 1000 <= now;
}
