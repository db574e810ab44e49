/** An origin whose host can never exist (RFC 2606). */
const placeholderOrigin = 'http://own.invalid';

/**
 * Validates a path on this site from an untrusted URL parameter, to prevent open redirects.
 * @returns the path with query and fragment; undefined for anything that leads to another origin, such as
 *   `//evil.example` or a backslash, which browsers treat as a slash
 */
export function sameOriginPath(text: string | null): string | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, placeholderOrigin)) return undefined;
  const url = new URL(text, placeholderOrigin);
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
