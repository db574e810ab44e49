/** No address can be on this host. */
const nowhere = 'http://own.invalid';

/**
 * A path of this site, with query and fragment, out of what an address says: for links and redirects that a stranger
 * may have written. Whatever would lead elsewhere, such as `//evil.example` or a backslash that browsers take for a
 * slash, is undefined.
 */
export function ownPath(text: string | null): string | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, nowhere)) return undefined;
  const url = new URL(text, nowhere);
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
