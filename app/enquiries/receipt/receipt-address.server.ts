import { createCookie } from '@remix-run/node';
import type { Language } from '#app/i18n/languages.ts';

/**
 * The secret path of a receipt: whoever knows it may read the receipt.
 * @param token possibly from a request's URL, so it may contain characters that are invalid in headers
 */
export function receiptPath(language: Language, token: string): string {
  return `/${language}/requests/${encodeURIComponent(token)}`;
}

/** The cookie that carries the flash message to the receipt after a post, without changing its URL. */
export function receiptCookie(path: string, isSecure: boolean) {
  return createCookie('sent', { path, maxAge: 120, httpOnly: true, sameSite: 'lax', secure: isSecure });
}
