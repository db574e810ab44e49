import type { IncomingHttpHeaders } from 'node:http';
import { networkOf } from './network.ts';

/** Headers that are the same on every request of one browser. Not cookies: they may be set between two attempts. */
const browserHeaders = ['user-agent', 'accept-language', 'accept-encoding', 'sec-ch-ua', 'sec-ch-ua-platform'];

/**
 * Identifies the sender of a post that has no idempotency key, by network and browser, to recognise repeats. This is
 * personal data: store only its hash.
 * @param address undefined if unknown; then the result is undefined, too
 */
export function senderOf(address: string | undefined, headers: IncomingHttpHeaders): string | undefined {
  if (address === undefined) return undefined;
  return JSON.stringify([networkOf(address), ...browserHeaders.map((name) => headers[name])]);
}
