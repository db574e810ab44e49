import type { IncomingMessage } from 'node:http';

/**
 * Whether a request may come from a page of this site, as browsers tell it: `Sec-Fetch-Site` (Fetch Metadata) and
 * `Origin` (RFC 6454). What says neither is no page of another site.
 * @param siteUrl the public origin, if it is set; otherwise the host that was asked
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>, siteUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  const ownHost = siteUrl ? new URL(siteUrl).host : headers.host;
  return URL.canParse(origin) && new URL(origin).host === ownHost;
}
