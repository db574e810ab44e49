/** Decimal digits of every script but 0–9. */
const otherDigits = /(?![0-9])\p{Nd}/gu;

/** Invisible direction marks and zero-width characters, which text copied from a chat or a web page often contains. */
const bidiMarks = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Replaces the digits of every script, such as Arabic-Indic (٠–٩), Persian (۰–۹) and full-width (０–９), with 0–9. */
export function toLatinDigits(text: string): string {
  return text.replace(otherDigits, digitValue);
}

/** Returns the value of a decimal digit. In Unicode, the digits of a script are consecutive, from 0 to 9. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // The styles of mathematical digits follow one another.
  return String((code - zero) % 10);
}

/** Removes direction marks, zero-width characters and byte order marks. */
export function withoutBidiMarks(text: string): string {
  return text.replace(bidiMarks, '');
}
