import { lastSentCookieName } from '#app/forms/expiring-entries.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import type { EnquiryKind } from './enquiry.ts';
import { enquiryKinds } from './kinds/enquiry-kinds.server.ts';
import type { LastSent } from './last-sent.ts';

/** Lifetime of the cookie in seconds. Short, because phones are shared. */
const maxAge = 30 * 60;

/**
 * Returns the cookie that marks a page from which a request was sent. It contains the page's path, because pages below that
 * path also receive the cookie. Scripts can read it, because a browser may show the page again from its cache.
 * @param path path of the page with the form
 */
export function lastSentCookie({ reference, kind }: LastSent, path: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${lastSentCookieName}=${reference}.${kind}.${path}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

/** Returns expired cookies that delete the marks of all pages from which an erased enquiry may have been sent. */
export function expiredLastSentCookies(kind: EnquiryKind): string[] {
  const paths = languageCodes.flatMap((language) => enquiryKinds[kind].pages.map((page) => pathIn(language, page)));
  return paths.map((path) => `${lastSentCookieName}=; Path=${path}; Max-Age=0; SameSite=Lax`);
}
