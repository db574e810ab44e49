const firstDelay = 5_000;

/**
 * Exponential backoff with jitter: the delay after the n-th failed attempt (ms). Triples each time up to a maximum, plus or
 * minus a fifth so that attempts do not synchronise.
 * @param attempts number of failed attempts, from 1
 * @param maxDelay maximum delay (ms)
 */
export function backoff(attempts: number, maxDelay: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelay * 3 ** (attempts - 1), maxDelay);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
