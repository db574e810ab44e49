/** A request recently sent from a page, shown when the visitor returns to that page. */
export interface LastSent {
  /** Does not give access: the receipt's URL contains a separate secret. */
  reference: string;
  /** The kind of enquiry. */
  kind: string;
}

export const cookieName = 'last-sent';

/**
 * Reads the last request sent from a page out of the cookies.
 * @param cookies as in the `Cookie` header or `document.cookie`
 * @param path of the current page
 */
export function lastSentIn(cookies: string | null | undefined, path: string): LastSent | undefined {
  for (const [, reference = '', kind = '', page] of (cookies ?? '').matchAll(written)) {
    if (page === path) return { reference, kind };
  }
  return undefined;
}

const written = new RegExp(String.raw`(?:^|;\s*)${cookieName}=([0-9A-Z]{8})\.([a-z-]+)\.([^;\s]+)`, 'g');
