import { toLatinDigits, withoutBidiMarks } from './digits.ts';

/**
 * Reads phone numbers as people type them, and gives the links that call or write to them. No other module builds such
 * links: a wrong one reaches a stranger.
 */

/**
 * Normalises a phone number: `٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧` becomes `00966501234567`, `+49 (0)30 23125-000` becomes `+4903023125000`.
 * Whatever does not belong to a number stays, so that the result is not one.
 */
export function normalisePhone(typed: string): string {
  const number = toLatinDigits(withoutBidiMarks(typed))
    .replace(/＋/g, '+')
    .replace(/[\s\-–—‐‑−－.．()（）/／]/g, '');
  // When typed on a right-to-left page, the plus may end up after the digits.
  return /^[0-9]+\+$/.test(number) ? `+${number.slice(0, -1)}` : number;
}

/**
 * Calling codes of countries where a 0 precedes numbers in calls within the country, and no number begins with 0 in calls
 * from abroad, as it does in Italy (libphonenumber, metadata of 2026). Many people write both: `+966 (0)50 123 4567`.
 */
const codesWithTrunkZero = [
  // Arab countries and their neighbours.
  ...['20', '211', '212', '213', '218', '249', '251', '252', '90', '91', '92', '93', '961', '962', '963', '964'],
  ...['966', '967', '970', '971', '972', '98', '880'],
  // Europe, the Caucasus and Central Asia.
  ...['31', '32', '33', '353', '355', '358', '373', '374', '380', '381', '382', '383', '385', '386', '387', '389'],
  ...['40', '41', '421', '423', '43', '44', '46', '49', '994', '995', '996'],
];

const international = new RegExp(`^(?:\\+|00)(?:(${codesWithTrunkZero.join('|')})0)?([1-9][0-9]*)$`);

/**
 * Returns the digits of a phone number with its country code (ITU-T E.164), without the 0 that belongs to calls within the
 * country.
 * @param phone in any spelling
 * @returns undefined if the number has no country code, or is none
 */
export function internationalNumber(phone: string): string | undefined {
  const [, code = '', rest] = international.exec(normalisePhone(phone)) ?? [];
  if (rest === undefined) return undefined;
  const digits = code + rest;
  return digits.length >= 7 && digits.length <= 15 ? digits : undefined;
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
