import { toLatinDigits } from './digits.ts';

/**
 * Reads phone numbers as people type them, and gives the links that call or write to them. No other module builds such
 * links: a wrong one reaches a stranger.
 */

/**
 * Calling codes of countries where a 0 precedes numbers in calls within the country, and no number begins with 0 in calls
 * from abroad, as it does in Italy (libphonenumber, metadata of 2026). Many people write both: `+966 (0)50 123 4567`.
 */
const codesWithNationalZero =
  '2(?:0|1[1238]|3[1-4]|43|49|5[0-24-6]|6[0-5]|7|91)|3(?:[1-3]|5[3589]|7[03-57]|8[0-35-79])|4(?:[013469]|2[13])|' +
  '5(?:[13-58]|08|9[013-68])|6(?:[0-46]|86)|8(?:[1246]|5[056]|8[06])|9(?:[0-58]|6[1-467]|7[0-267]|9[4-6])';
const nationalZero = new RegExp(`^(\\+|00)(${codesWithNationalZero})0(?=[1-9][0-9]{4})`);

/**
 * Normalises a phone number: `٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧` becomes `00966501234567`, `tel:+49 (0)30 23125-000` becomes
 * `+493023125000`. Whatever is neither a digit nor a separator stays, so that the result is not a number.
 */
export function normalisePhone(typed: string): string {
  const number = toLatinDigits(typed)
    .replace(/＋/g, '+')
    // The scheme of a copied link (RFC 3966).
    .replace(/^[^\p{L}\p{N}+]*tel(?!\p{L})/iu, '')
    .replace(/[^\p{L}\p{N}+]/gu, '')
    // When typed on a right-to-left page, the plus may end up after the digits.
    .replace(/^([0-9]+)\+$/, '+$1');
  return number.replace(nationalZero, '$1$2');
}

/**
 * Returns the digits of a phone number with its country code (ITU-T E.164), without the 0 that belongs to calls within the
 * country.
 * @param phone in any spelling
 * @returns undefined if the number has no country code, or is none
 */
export function internationalNumber(phone: string): string | undefined {
  const digits = /^(?:\+|00)([1-9][0-9]*)$/.exec(normalisePhone(phone))?.[1];
  return digits !== undefined && digits.length >= 7 && digits.length <= 15 ? digits : undefined;
}

/**
 * Returns the URL that calls a number (RFC 3966).
 * @param phone in any spelling
 * @returns undefined without a country code: dialled in another country, the number would reach a stranger
 */
export function phoneHref(phone: string): string | undefined {
  const number = internationalNumber(phone);
  return number && `tel:+${number}`;
}

/**
 * Returns the URL that opens a WhatsApp chat (WhatsApp's "click to chat", which requires the country code).
 * @param phone in any spelling
 * @param text prefilled message
 * @returns undefined without a country code
 */
export function chatHref(phone: string, text?: string): string | undefined {
  const number = internationalNumber(phone);
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return number && `https://wa.me/${number}${query}`;
}
