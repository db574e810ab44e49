import { withoutBidiMarks } from '#app/i18n/digits.ts';

/** As nearly every text of an answer is. */
const plain = /^[!-~](?:[ -~]{0,98}[!-~])?$/;
const controlsAndBlanks = /[\p{Cc}\s]+/gu;
const halfCharacters = /\p{Cs}/gu;
const maximumLength = 100;

/**
 * Text of a supplier, fit to be shown: one line without control characters, marks of direction and halves of
 * characters, at most 100 long. Empty for anything but text.
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
