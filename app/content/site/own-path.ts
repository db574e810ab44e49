/** A host that can never exist (RFC 2606). */
const placeholderOrigin = 'http://own.invalid';

/**
 * Validates a path of this site, with query and fragment, from a URL parameter that anybody may have written: prevents
 * open redirects.
 * @returns undefined for anything that leads to another origin, such as `//evil.example` or a backslash that browsers
 *   treat as a slash
 */
export function ownPath(text: string | null): string | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, placeholderOrigin)) return undefined;
  const url = new URL(text, placeholderOrigin);
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
