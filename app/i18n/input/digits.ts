const otherDigits = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g;

/** Invisible direction marks and zero-width characters, which text copied from a chat or a web page often contains. */
const bidiMarks = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Replaces Arabic-Indic (٠–٩), Persian (۰–۹) and full-width (０–９) digits with 0–9. */
export function toLatinDigits(text: string): string {
  return text.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Removes direction marks, zero-width characters and byte order marks. */
export function withoutBidiMarks(text: string): string {
  return text.replace(bidiMarks, '');
}
