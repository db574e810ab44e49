import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from './network.ts';

/** Maps an IP address to the visitor's key; all visitors with an unknown address (undefined) share one. */
export type VisitorKey = (address: string | undefined) => number;

/** Milliseconds. */
const day = 24 * 60 * 60 * 1000;

/**
 * Creates a function that maps addresses to pseudonymous keys: 16 bits of an HMAC over the network, with a salt that is
 * only in memory and changes daily (UTC). IP addresses are personal data (GDPR, Recital 30) and are never stored. The
 * number of keys is limited to 65,536, even if an attacker has more addresses.
 * @param now Unix time (ms)
 */
export function createVisitorKey(now: () => number = Date.now): VisitorKey {
  let saltDay: number | undefined;
  let salt = randomBytes(32);
  return (address) => {
    const today = Math.floor(now() / day);
    if (today !== saltDay) salt = randomBytes(32);
    saltDay = today;
    const hmac = createHmac('sha256', salt).update(networkOf(address ?? 'unknown'));
    return hmac.digest().readUInt16BE();
  };
}
