import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import type { EnquiryKind } from './enquiry.ts';
import { enquiryKinds } from './kinds/enquiry-kinds.server.ts';
import { cookieName, type LastSent } from './last-sent.ts';

/** Lifetime of the cookie in seconds; short, because phones are shared. */
const maxAge = 30 * 60;

/**
 * The cookie that marks a page from which a request was sent. It contains the page's path, because pages below it receive
 * the cookie too. Readable by scripts, because a browser may show the page again from its cache.
 * @param path of the page with the form
 */
export function lastSentCookie({ reference, kind }: LastSent, path: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${reference}.${kind}.${path}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

/** Cookies that delete those of every page that an erased enquiry may have been sent from. */
export function endedLastSentCookies(kind: EnquiryKind): string[] {
  const paths = languageCodes.flatMap((language) => enquiryKinds[kind].pages.map((page) => pathIn(language, page)));
  return paths.map((path) => `${cookieName}=; Path=${path}; Max-Age=0; SameSite=Lax`);
}
