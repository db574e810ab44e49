/** Loopback host names, with any port. */
const local = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether the site answers for a host: that of SITE_URL, or localhost while SITE_URL is not set. Any other host would
 * end up in the page's links, and would allow DNS rebinding.
 * @param host the `Host` header, including any port; undefined in HTTP/1.0
 * @param siteUrl the public origin
 */
export function isKnownHost(host: string | undefined, siteUrl: string | undefined): boolean {
  if (host === undefined) return false;
  if (siteUrl) return withoutOwnPort(host, siteUrl) === new URL(siteUrl).host;
  // Ports above 65535 are not valid in a URL.
  return local.test(host) && URL.canParse(`http://${host}`);
}

/** Strips a default port, which some proxies add. */
function withoutOwnPort(host: string, siteUrl: string): string {
  const port = siteUrl.startsWith('https:') ? ':443' : ':80';
  return host.toLowerCase().replace(new RegExp(`${port}$`), '');
}
