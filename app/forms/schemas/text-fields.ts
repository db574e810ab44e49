import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { multiLineLength, singleLineLength } from '../text-lengths.ts';
import { type RefinementContext, requiredTextSchema, textSchema } from './text-schema.ts';

/** Zero-width non-joiners that are not between two letters. */
const strayNonJoiners = /(?<![\p{L}\p{M}])\u200C|\u200C(?![\p{L}\p{M}])/gu;

/**
 * Reduces text to a single line of visible characters, suitable for terminals and email subjects. Keeps zero-width
 * non-joiners inside words, with which Persian, Kurdish and Urdu names are spelled.
 */
export function toSingleLine(text: string): string {
  return text
    .split(/\u200C+/)
    .map(withoutBidiMarks)
    .join('\u200C')
    .replace(strayNonJoiners, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns the schema of optional single-line text, from which invisible characters are removed. */
export function singleLineField() {
  return textSchema('text_too_long', parseSingleLine).optional();
}

/**
 * Returns the schema of required single-line text.
 * @param missing the message code for a missing value
 */
export function requiredSingleLineField(missing: MessageCode) {
  return requiredTextSchema(missing, parseSingleLine);
}

function parseSingleLine(typed: string, context: RefinementContext): string | undefined {
  const text = toSingleLine(typed);
  if (text.length > singleLineLength.max) context.addIssue('text_too_long');
  return text || undefined;
}

/**
 * Returns the schema of optional multi-line text. It is trimmed, and undefined if it has no visible characters.
 * @param tooLong the message code for text over the limit
 */
export function textField(tooLong: MessageCode) {
  return textSchema(tooLong, (typed, context) => parseLines(typed, tooLong, context)).optional();
}

/**
 * Returns the schema of required multi-line text.
 * @param missing the message code for a missing value
 * @param tooLong the message code for text over the limit
 */
export function requiredTextField(missing: MessageCode, tooLong: MessageCode) {
  return requiredTextSchema(missing, (typed, context) => parseLines(typed, tooLong, context));
}

function parseLines(typed: string, tooLong: MessageCode, context: RefinementContext): string | undefined {
  const text = typed.replace(/\r\n/g, '\n').trim();
  if (text.length > multiLineLength.max) context.addIssue(tooLong);
  return withoutBidiMarks(text).trim() === '' ? undefined : text;
}
