import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { VisitorKey } from './visitor-key.server.ts';

/** A rate limit: how many points in how many seconds. */
export interface RateLimit {
  max: number;
  seconds: number;
}

/** A rate limiter per visitor. */
export interface VisitorRateLimiter {
  /**
   * Consumes one point, or `points`.
   * @param address the visitor's IP address; all visitors with an unknown one (undefined) share a limit
   * @returns undefined within the limit, else the seconds until it is lifted
   */
  consume(address: string | undefined, points?: number): Promise<number | undefined>;
  /** Refunds points that were consumed but not used. */
  refund(address: string | undefined, points: number): Promise<void>;
  /** Like `consume`, but consumes nothing: the seconds to wait if the limit is already exceeded. */
  retryAfter(address: string | undefined): Promise<number | undefined>;
}

/**
 * Creates a rate limiter, so that one client cannot use up what everybody shares.
 * @param factor multiplies `max` (`RATE_LIMIT_FACTOR`, for load tests)
 * @param visitorKeyOf maps an address to the visitor's key
 */
export function createVisitorRateLimiter(
  { max, seconds }: RateLimit,
  factor: number,
  visitorKeyOf: VisitorKey,
): VisitorRateLimiter {
  const points = Math.ceil(max * factor);
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async consume(address, count = 1) {
      try {
        await limiter.consume(visitorKeyOf(address), count);
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return secondsOf(refused);
      }
    },
    async refund(address, count) {
      if (count > 0) await limiter.reward(visitorKeyOf(address), count);
    },
    async retryAfter(address) {
      const state = await limiter.get(visitorKeyOf(address));
      return state && state.consumedPoints > points ? secondsOf(state) : undefined;
    },
  };
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000);
}
