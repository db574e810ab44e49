import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from './network.ts';

/** What a visitor is counted as, by address; undefined where it is not known: all of those are one visitor. */
export type VisitorNames = (address: string | undefined) => number;

const aDay = 24 * 60 * 60 * 1000;

/**
 * Names for visitors that say nothing about them: 16 bits of an HMAC over their network, under a salt that is in memory
 * only and changes every day. An address is personal data (GDPR, Recital 30) and is kept nowhere; and however
 * many addresses an attacker has, there are no more than 65,536 names to keep count of.
 * @param now milliseconds since 1970
 */
export function openVisitorNames(now: () => number = Date.now): VisitorNames {
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
