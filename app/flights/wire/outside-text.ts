import { withoutBidiMarks } from '#app/i18n/digits.ts';

/** Nearly every text of an answer: nothing to be taken out of it. */
const plain = /^[!-~](?:[ -~]{0,98}[!-~])?$/;
const controlsAndBlanks = /[\p{Cc}\s]+/gu;
const halfCharacters = /\p{Cs}/gu;
const maximumLength = 100;

/**
 * Text of a supplier, fit to be shown: one line without control characters, marks of direction and halves of
 * characters, at most 100 long. Empty for anything but text.
 */
export function readText(value: unknown): string {
  if (typeof value !== 'string' || plain.test(value)) return typeof value === 'string' ? value : '';
  return withoutBidiMarks(value)
    .replace(controlsAndBlanks, ' ')
    .trim()
    .slice(0, maximumLength)
    .replace(halfCharacters, '')
    .trim();
}
