import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { singleLineLength, textLength } from '../single-line-length.ts';
import { type Issues, requiredTextSchema, textSchema } from './text-schema.ts';

/** Normalises a text to a single line of visible characters, for terminals and mail subjects. */
export function singleLine(text: string): string {
  return withoutBidiMarks(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Schema of an optional single-line text without invisible characters. */
export function singleLineField() {
  return textSchema('words_too_long', fewWords).optional();
}

/** The same, required. @param missing error code for a missing value */
export function requiredSingleLineField(missing: MessageCode) {
  return requiredTextSchema(missing, fewWords);
}

function fewWords(typed: string, issues: Issues): string | undefined {
  const words = singleLine(typed);
  if (words.length > singleLineLength.max) issues.addIssue('words_too_long');
  return words || undefined;
}

/** Schema of an optional multi-line text, trimmed; undefined if nothing is visible. */
export function textField(tooLong: MessageCode) {
  return textSchema(tooLong, (typed, issues) => lines(typed, tooLong, issues)).optional();
}

/** The same, required. @param missing error code for a missing value */
export function requiredTextField(missing: MessageCode, tooLong: MessageCode) {
  return requiredTextSchema(missing, (typed, issues) => lines(typed, tooLong, issues));
}

function lines(typed: string, tooLong: MessageCode, issues: Issues): string | undefined {
  const text = typed.replace(/\r\n/g, '\n').trim();
  if (text.length > textLength.max) issues.addIssue(tooLong);
  return withoutBidiMarks(text).trim() === '' ? undefined : text;
}
