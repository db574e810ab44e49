import { scaleForSoak } from './scale-for-soak.ts';

/**
 * Units to repeat: the resulting texts are cheap to send and possibly expensive to process. Ordinary runs use the first
 * ones, which have found something or stand for a kind of processing; a soak uses all of them.
 */
export const hostileUnits: [name: string, unit: string][] = [
  ['spaces', ' '],
  ['ligatures that normalisation expands to 18 letters', '\ufdfa'],
  ['combining marks in alternating order', '\u0323\u0301'],
  ['one-letter words', 'a '],
  ['line breaks', '\r\n'],
  ['codes in brackets', '(RUH'],
  ['equals signs', '='],
  ['dots', '.'],
  ['lone surrogates', '\ud800'],
  ['digits', '9'],
  ['quotation marks', '\'"’'],
  ['prefixes of names', 'al ber mun '],
  ['one long word', 'a'],
  ['combining marks of three classes', 'a\u0345\u0301\u05b0\u0323'],
  ['Arabic with diacritics', 'ب\u0651\u064e\u0670'],
  ['Arabic digits', '٩'],
  ['opening brackets', '(('],
  ['spaces of many kinds', '\u00a0\u2003\t '],
  ['tabs', '\t'],
  ['carriage returns', '\r'],
  ['blank lines', ' \n'],
  ['hyphens', '-'],
  ['percent signs', '%'],
  ['percent escapes', '%22%0D'],
  ['parts of an email address', 'a@a.'],
  ['separators', ';, '],
  ['slashes', '\\/'],
  ['surrogate pairs', '😀'],
  ['characters without width', '\u200b\u200d\u2060\ufeff'],
  ['direction marks', '\u200f\u200e\u061c'],
  ['bidi controls', '\u202e\u2066a\u2069'],
  ['markup', '<b>&amp;"'],
];
/** The number of units in an ordinary run. */
const ordinaryUnits = 9;

/** The units of this run. */
export const chosenUnits = hostileUnits.slice(0, scaleForSoak(ordinaryUnits, hostileUnits.length));

/** Repeats a unit up to a length (bytes of UTF-8), at least once. */
export function textOf(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
}
