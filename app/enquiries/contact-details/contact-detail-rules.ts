import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';

/**
 * The rules of the contact fields (spec, section 5). This module does not use zod, so that browser-side checks can share it.
 */

export const nameLength = { min: 2, max: 120 };
export const emailLength = { max: 254 };

/** An email address as specified: one @ with a dot somewhere after it, and no spaces. */
export const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]+$/u;

/** A normalised phone number: an optional plus and 7 to 15 digits, the maximum of E.164. */
export const phonePattern = /^\+?[0-9]{7,15}$/;

/** A typed phone number, for the `pattern` attribute: digits of any script, separated by punctuation and spaces. */
export const typedPhonePattern = String.raw`[^\p{L}\p{N}]*(?:\p{Nd}[^\p{L}\p{N}]*){7,15}`;

/**
 * Normalises a phone number: `٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧` becomes `00966501234567`, `+49 (0)30 23125-000` becomes `+4903023125000`.
 */
export function normalisePhone(typed: string): string {
  const number = toLatinDigits(withoutBidiMarks(typed)).replace(/[\s\-–—‐‑.()/]/g, '');
  // When typed on a right-to-left page, the plus may end up after the digits.
  return /^[0-9]+\+$/.test(number) ? `+${number.slice(0, -1)}` : number;
}
