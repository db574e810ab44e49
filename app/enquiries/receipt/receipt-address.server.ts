import { createCookie } from '@remix-run/node';
import type { Language } from '#app/i18n/languages.ts';

/**
 * Returns the secret path of a receipt. Anyone who knows the path can read the receipt.
 * @param token may come from a request's URL and contain characters that are invalid in headers
 */
export function receiptPath(language: Language, token: string): string {
  return `/${language}/requests/${encodeURIComponent(token)}`;
}

/** Creates the cookie that carries a flash message to the receipt after a submission, without changing the receipt's URL. */
export function receiptCookie(path: string, isSecure: boolean) {
  return createCookie('sent', { path, maxAge: 120, httpOnly: true, sameSite: 'lax', secure: isSecure });
}
