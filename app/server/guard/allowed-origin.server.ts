import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may come from one of our own pages, according to `Sec-Fetch-Site` (Fetch Metadata), which pages
 * cannot forge, else to `Origin` (RFC 6454). Requests with neither header, such as those of text browsers, are
 * accepted: only the forms of the desk rely on a session that another site could abuse (CSRF), and they contain a
 * token.
 * @param ownHost host and port of this site
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, ownHost: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === ownHost;
}
