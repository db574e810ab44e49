const otherDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** Marks that steer the direction of text and that copying from a chat or a web page brings along. */
const bidiMarks = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Arabic-Indic (٠–٩) and Persian (۰–۹) digits as 0–9; everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Text without invisible direction marks, joiners of zero width and byte order marks. */
export function withoutBidiMarks(text: string): string {
  return text.replace(bidiMarks, '');
}
