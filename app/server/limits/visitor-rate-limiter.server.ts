import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { VisitorKey } from './visitor-key.server.ts';

/** A rate limit: the maximum number of points in a number of seconds. */
export interface RateLimit {
  max: number;
  seconds: number;
}

/** A rate limiter per visitor. */
export interface VisitorRateLimiter {
  /**
   * Consumes points.
   * @param address the visitor's IP address; all visitors with an unknown address (undefined) share a limit
   * @param points 1 by default
   * @returns undefined within the limit, else the seconds until the limit resets
   */
  consume(address: string | undefined, points?: number): Promise<number | undefined>;
  /** Refunds points that were consumed but not used. */
  refund(address: string | undefined, points: number): Promise<void>;
  /** Returns the seconds until the limit resets if it is already exceeded, without consuming points. */
  retryAfter(address: string | undefined): Promise<number | undefined>;
}

/**
 * Creates a rate limiter, which prevents one client from using up shared resources.
 * @param factor multiplies `max` (`RATE_LIMIT_FACTOR`, for load tests)
 * @param visitorKeyOf maps an address to the visitor's key
 * @param counters creates the counters for this many points in this many seconds; by default in memory
 */
export function createVisitorRateLimiter(
  { max, seconds }: RateLimit,
  factor: number,
  visitorKeyOf: VisitorKey,
  counters: (points: number, seconds: number) => RateLimiterAbstract = inMemory,
): VisitorRateLimiter {
  const points = Math.ceil(max * factor);
  const limiter = counters(points, seconds);
  return {
    async consume(address, count = 1) {
      try {
        await limiter.consume(visitorKeyOf(address), count);
        return undefined;
      } catch (rejection) {
        // The limiter rejects with its state if the limit is exceeded.
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        return secondsUntilReset(rejection);
      }
    },
    async refund(address, count) {
      if (count > 0) await limiter.reward(visitorKeyOf(address), count);
    },
    async retryAfter(address) {
      const state = await limiter.get(visitorKeyOf(address));
      return state && state.consumedPoints > points ? secondsUntilReset(state) : undefined;
    },
  };
}

const inMemory = (points: number, duration: number) => new RateLimiterMemory({ points, duration });

function secondsUntilReset({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000);
}
