/** Units to repeat: the resulting texts are cheap to send and possibly expensive to process. */
export const hostileUnits: [name: string, unit: string][] = [
  ['one-letter words', 'a '],
  ['prefixes of names', 'al ber mun '],
  ['one long word', 'a'],
  ['combining marks in alternating order', '\u0323\u0301'],
  ['combining marks of three classes', 'a\u0345\u0301\u05b0\u0323'],
  ['Arabic with diacritics', 'ب\u0651\u064e\u0670'],
  ['digits', '9'],
  ['Arabic digits', '٩'],
  ['opening brackets', '(('],
  ['codes in brackets', '(RUH'],
  ['spaces', ' '],
  ['spaces of many kinds', '\u00a0\u2003\t '],
  ['line breaks', '\r\n'],
  ['percent signs', '%'],
  ['percent escapes', '%22%0D'],
  ['equals signs', '='],
  ['parts of an email address', 'a@a.'],
  ['separators', ';, '],
  ['dots', '.'],
  ['slashes', '\\/'],
  ['surrogate pairs', '😀'],
  ['lone surrogates', '\ud800'],
  ['bidi controls', '\u202e\u2066a\u2069'],
  ['markup', '<b>&amp;"'],
  ['quotation marks', '\'"’'],
];

/** Repeats a unit up to a length (bytes of UTF-8), at least once. */
export function textOf(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
}
