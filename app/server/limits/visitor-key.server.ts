import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from './network.ts';

/** Maps an IP address to the visitor's key; all visitors with an unknown address (undefined) share one. */
export type VisitorKey = (address: string | undefined) => number;

/** Milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** How long the key of an address may be remembered (ms), and for how many addresses. */
const recentTime = 10_000;
const maxRecent = 1_000;

/**
 * Creates a function that maps addresses to pseudonymous keys: 16 bits of an HMAC over the network, with a salt that
 * changes daily (UTC). The salt is kept only in memory and, if several processes share it, in their database. IP
 * addresses are personal data (GDPR, Recital 30): they are never stored, and stay in memory for seconds. The number of
 * keys is limited to 65,536, even if an attacker has more addresses.
 * @param now Unix time (ms)
 * @param saltOf returns the salt of a day (days since 1970); by default a random one, for this process
 */
export function createVisitorKey(
  now: () => number = Date.now,
  saltOf: (day: number) => Buffer = () => randomBytes(32),
): VisitorKey {
  let saltDay: number | undefined;
  let salt: Buffer = randomBytes(32);
  /** Keys of the last seconds: handling one POST looks the key up six times. */
  const recent = new Map<string, number>();
  return (address = 'unknown') => {
    const today = Math.floor(now() / day);
    if (today !== saltDay) {
      salt = saltOf(today);
      recent.clear();
    }
    saltDay = today;
    const known = recent.get(address);
    if (known !== undefined) return known;
    if (recent.size >= maxRecent) recent.clear();
    if (recent.size === 0) setTimeout(() => recent.clear(), recentTime).unref();
    const key = createHmac('sha256', salt).update(networkOf(address)).digest().readUInt16BE();
    recent.set(address, key);
    return key;
  };
}
