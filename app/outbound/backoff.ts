/** Delay after the first failed attempt (ms). */
const firstDelay = 5_000;

/**
 * Returns the delay before the next attempt (ms). It triples with every failed attempt up to a maximum, and has a
 * jitter of ±20 % to keep attempts from synchronising.
 * @param attempts number of failed attempts, from 1
 * @param maxDelay maximum delay before jitter (ms)
 */
export function backoff(attempts: number, maxDelay: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelay * 3 ** (attempts - 1), maxDelay);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
