/** Matches loopback hosts, with any port. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether the site serves a host: the host of SITE_URL, or localhost if SITE_URL is not set. Any other host would
 * appear in the page's links and would allow DNS rebinding.
 * @param host the `Host` header, including any port; undefined in HTTP/1.0
 * @param siteUrl the public origin
 */
export function isKnownHost(host: string | undefined, siteUrl: string | undefined): boolean {
  if (host === undefined) return false;
  if (siteUrl) return removeDefaultPort(host, siteUrl) === new URL(siteUrl).host;
  // A URL cannot have a port above 65535.
  return loopbackHost.test(host) && URL.canParse(`http://${host}`);
}

/** Removes the default port, which some proxies add. */
function removeDefaultPort(host: string, siteUrl: string): string {
  const port = siteUrl.startsWith('https:') ? ':443' : ':80';
  return host.toLowerCase().replace(new RegExp(`${port}$`), '');
}
