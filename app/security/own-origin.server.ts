import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may come from a page of this site, as browsers tell it: by `Sec-Fetch-Site` (Fetch Metadata), which
 * no page can forge; where there is none, by `Origin` (RFC 6454). What says neither, such as a text browser, is let
 * through: no form here carries an authority that another site's page could borrow.
 * @param ownHost host and port of this site
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, ownHost: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === ownHost;
}
