import { createCookie } from '@remix-run/node';
import type { Language } from '#app/i18n/languages.ts';

/**
 * The secret address of a receipt: whoever has it may read it.
 * @param token as somebody's address says it, which may be letters that no header carries
 */
export function receiptPath(language: Language, token: string): string {
  return `/${language}/requests/${encodeURIComponent(token)}`;
}

/** Carries the news to the page that a post leads to; the address stays clean for a bookmark. */
export function receiptCookie(path: string, isSecure: boolean) {
  return createCookie('sent', { path, maxAge: 120, httpOnly: true, sameSite: 'lax', secure: isSecure });
}
