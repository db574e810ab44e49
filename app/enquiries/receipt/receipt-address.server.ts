import { createCookie } from '@remix-run/node';
import type { Language } from '#app/i18n/languages.ts';

/** The secret address of a receipt: whoever has it may read it. */
export function receiptPath(language: Language, token: string): string {
  return `/${language}/requests/${token}`;
}

/** Carries the news to the page that a post leads to; the address stays clean for a bookmark. */
export function receiptCookie(path: string) {
  return createCookie('sent', { path, maxAge: 120, httpOnly: true, sameSite: 'lax' });
}
