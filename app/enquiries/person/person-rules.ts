import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';

/**
 * The bounds of the contact fields (spec, section 5), without zod so that the browser's checks can share them.
 */

export const nameLength = { min: 2, max: 120 };
export const emailLength = { max: 254 };

/** Any text with one @ followed by a dot, without spaces, as specified. */
export const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]+$/u;

/** A normalised phone number: optional plus and 7 to 15 digits (the maximum of E.164). */
export const phonePattern = /^\+?[0-9]{7,15}$/;

/** A phone number as typed, for the `pattern` attribute: digits of any script, separated by punctuation and spaces. */
export const typedPhonePattern = String.raw`[^\p{L}\p{N}]*(?:\p{Nd}[^\p{L}\p{N}]*){7,15}`;

/** Normalises a phone number: `٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧` becomes `00966501234567`, `+49 (0)30 23125-000` becomes `+4903023125000`. */
export function normalisePhone(typed: string): string {
  const number = toLatinDigits(withoutBidiMarks(typed)).replace(/[\s\-–—‐‑.()/]/g, '');
  // Typed on a right-to-left page, the plus may end up after the digits.
  return /^[0-9]+\+$/.test(number) ? `+${number.slice(0, -1)}` : number;
}
