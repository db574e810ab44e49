import { toLatinDigits, withoutBidiMarks } from '#app/i18n/digits.ts';

/**
 * The bounds of the fields by which the company answers a person (spec, section 5), free of zod so that
 * the browser's checks can share them.
 */

export const nameLength = { min: 2, max: 120 };
export const emailLength = { max: 254 };

/** Anything with one @ and a dot behind it, without spaces: as simple as the specification asks. */
export const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]+$/u;

/** A telephone number after normalising: plus and 7 to 15 digits, the most that E.164 allows. */
export const phonePattern = /^\+?[0-9]{7,15}$/;

/** How people write one, as a `pattern`: digits of any script with spaces, dots, dashes and brackets between them. */
export const typedPhonePattern = String.raw`[^\p{L}\p{N}]*(?:\p{Nd}[^\p{L}\p{N}]*){7,15}`;

/** `٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧` becomes `00966501234567`, `+49 (0)30 23125-000` becomes `+4903023125000`. */
export function normalisePhone(typed: string): string {
  const number = toLatinDigits(withoutBidiMarks(typed)).replace(/[\s\-–—‐‑.()/]/g, '');
  // Typed on a right-to-left page, the plus may have landed behind the digits.
  return /^[0-9]+\+$/.test(number) ? `+${number.slice(0, -1)}` : number;
}
