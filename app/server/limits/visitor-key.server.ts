import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from './network.ts';

/** Maps an IP address to the visitor's key; all unknown addresses (undefined) share one. */
export type VisitorKey = (address: string | undefined) => number;

const aDay = 24 * 60 * 60 * 1000;

/**
 * Pseudonymous keys for visitors: 16 bits of an HMAC over their network, with a salt that is in memory only and changes
 * daily (UTC). IP addresses are personal data (GDPR, Recital 30) and are never stored; and however many addresses an
 * attacker has, there are at most 65,536 keys to count.
 * @param now milliseconds since 1970
 */
export function createVisitorKey(now: () => number = Date.now): VisitorKey {
  let day: number | undefined;
  let salt = randomBytes(32);
  return (address) => {
    const today = Math.floor(now() / aDay);
    if (today !== day) salt = randomBytes(32);
    day = today;
    const hmac = createHmac('sha256', salt).update(networkOf(address ?? 'unknown'));
    return hmac.digest().readUInt16BE();
  };
}
