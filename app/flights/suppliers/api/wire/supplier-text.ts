import { withoutBidiMarks } from '#app/i18n/input/digits.ts';

/** Matches printable ASCII, which almost every text is and which needs no changes. */
const cleanText = /^[!-~](?:[ -~]{0,98}[!-~])?$/;
const controlsAndBlanks = /[\p{Cc}\s]+/gu;
const loneSurrogates = /\p{Cs}/gu;
const maxLength = 100;

/**
 * Sanitises a supplier's text for display.
 * @returns a single line of up to 100 UTF-16 code units without control characters, bidi marks and lone surrogates;
 *   empty if the value is not a string
 */
export function readText(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (cleanText.test(value)) return value;
  return withoutBidiMarks(value)
    .replace(loneSurrogates, '')
    .replace(controlsAndBlanks, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(loneSurrogates, '')
    .trimEnd();
}
