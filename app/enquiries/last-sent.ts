import { lastSentCookieName } from '#app/forms/expiring-entries.ts';

/** The last request sent from a page, shown when the visitor returns to that page. */
export interface LastSent {
  /** The request's reference. It gives no access: the receipt's URL contains a separate secret. */
  reference: string;
  /** The kind of the enquiry. */
  kind: string;
}

/**
 * Reads the last request sent from a page.
 * @param cookies cookies as in the `Cookie` header or `document.cookie`
 * @param path path of the page
 */
export function readLastSent(cookies: string | null | undefined, path: string): LastSent | undefined {
  for (const [, reference = '', kind = '', page] of (cookies ?? '').matchAll(cookiePattern)) {
    if (page === path) return { reference, kind };
  }
  return undefined;
}

const cookiePattern = new RegExp(String.raw`(?:^|;\s*)${lastSentCookieName}=([0-9A-Z]{8})\.([a-z-]+)\.([^;\s]+)`, 'g');
