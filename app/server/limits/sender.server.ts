import type { IncomingHttpHeaders } from 'node:http';
import { networkOf } from './network.ts';

/** Headers that a browser sends unchanged with every request. Cookies may change between two attempts. */
const browserHeaders = ['user-agent', 'accept-language', 'accept-encoding', 'sec-ch-ua', 'sec-ch-ua-platform'];

/**
 * Identifies, by network and browser, the sender of a submission that has no form key, to recognise repeated
 * submissions. The result is personal data: store only its hash.
 * @returns undefined if the address is unknown
 */
export function senderOf(address: string | undefined, headers: IncomingHttpHeaders): string | undefined {
  if (address === undefined) return undefined;
  return JSON.stringify([networkOf(address), ...browserHeaders.map((name) => headers[name])]);
}
