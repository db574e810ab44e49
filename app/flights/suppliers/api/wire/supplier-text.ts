import { withoutBidiMarks } from '#app/i18n/input/digits.ts';

/** Fast path: printable ASCII, as almost every text is. */
const plain = /^[!-~](?:[ -~]{0,98}[!-~])?$/;
const controlsAndBlanks = /[\p{Cc}\s]+/gu;
const halfCharacters = /\p{Cs}/gu;
const maximumLength = 100;

/**
 * Sanitises a supplier's text for display: a single line without control characters, bidi marks and lone surrogates, at
 * most 100 characters. Empty for anything but a string.
 */
export function readText(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (plain.test(value)) return value;
  return withoutBidiMarks(value)
    .replace(halfCharacters, '')
    .replace(controlsAndBlanks, ' ')
    .trim()
    .slice(0, maximumLength)
    .replace(halfCharacters, '')
    .trimEnd();
}
