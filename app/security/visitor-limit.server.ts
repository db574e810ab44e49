import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { VisitorNames } from './visitor-names.server.ts';

/** How much of something, in how many seconds. */
export interface Allowance {
  most: number;
  seconds: number;
}

export interface VisitorLimit {
  /**
   * Counts one more, or as many as `points` says.
   * @param address the visitor's network address; undefined where it is not known: all of those are one visitor
   * @returns undefined where it is within the limit, or for how many seconds it is not
   */
  take(address: string | undefined, points?: number): Promise<number | undefined>;
  /** Takes back what was counted and did not happen. */
  giveBack(address: string | undefined, points: number): Promise<void>;
  /** The same as `take` without counting: for how many seconds nothing more is allowed, if so. */
  waitOf(address: string | undefined): Promise<number | undefined>;
}

/**
 * How often a visitor may do something: one program must not use up what is there for all.
 * @param factor what `most` is multiplied by (`RATE_LIMIT_FACTOR`, for load tests)
 * @param nameOf what a visitor is counted as
 */
export function openVisitorLimit({ most, seconds }: Allowance, factor: number, nameOf: VisitorNames): VisitorLimit {
  const points = Math.ceil(most * factor);
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async take(address, count = 1) {
      try {
        await limiter.consume(nameOf(address), count);
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return secondsOf(refused);
      }
    },
    async giveBack(address, count) {
      if (count > 0) await limiter.reward(nameOf(address), count);
    },
    async waitOf(address) {
      const state = await limiter.get(nameOf(address));
      return state && state.consumedPoints > points ? secondsOf(state) : undefined;
    },
  };
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000);
}
