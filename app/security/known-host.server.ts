/** What a machine calls itself; with any port. */
const local = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a site answers under a host's name: that of its public address, or this machine's own while none is set. Under
 * any other name its pages would carry that name in their links, and other sites' pages could read them (DNS rebinding).
 * @param host as the `Host` header says it, with the port; undefined in HTTP/1.0
 */
export function isKnownHost(host: string | undefined, siteUrl: string | undefined): boolean {
  if (host === undefined) return false;
  if (siteUrl) return withoutOwnPort(host, siteUrl) === new URL(siteUrl).host;
  // A port beyond 65535 makes no address.
  return local.test(host) && URL.canParse(`http://${host}`);
}

/** A port that goes without saying is said by some proxies all the same. */
function withoutOwnPort(host: string, siteUrl: string): string {
  const port = siteUrl.startsWith('https:') ? ':443' : ':80';
  return host.toLowerCase().replace(new RegExp(`${port}$`), '');
}
