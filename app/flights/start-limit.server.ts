import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Searches that one address may begin in an hour. Those that others have begun already cost nothing. */
const mostStarts = 30;
const anHour = 60 * 60;

export interface StartLimit {
  /**
   * Counts one more search that a visitor begins.
   * @param address the visitor's network address; undefined where it is not known: all of those are one visitor
   * @returns undefined where it may begin, or for how many seconds it may not
   */
  take(address: string | undefined): Promise<number | undefined>;
}

/**
 * How many searches a visitor may begin: the supplier allows each so many calls (flights are asked for some fifteen
 * times a search), and a program must not use them up.
 * @param factor multiplies what is allowed, for load tests
 */
export function openStartLimit(factor: number): StartLimit {
  const limiter = new RateLimiterMemory({ points: Math.ceil(mostStarts * factor), duration: anHour });
  return {
    async take(address) {
      try {
        await limiter.consume(networkOf(address ?? 'unknown'));
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.ceil(refused.msBeforeNext / 1000);
      }
    },
  };
}

/** The part of an address that belongs to one customer: of IPv6 the first 64 bits, which every home has to itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - end.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...end];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
