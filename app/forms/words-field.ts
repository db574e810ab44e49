import { z } from 'zod';
import { withoutBidiMarks } from '#app/i18n/digits.ts';
import { textLength, wordsLength } from './words-length.ts';

/** One line of what can be seen: it ends up in terminals and mail subjects. */
export function singleLine(text: string): string {
  return withoutBidiMarks(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A few words on one line, without invisible marks; undefined where nothing was typed. */
export function wordsField() {
  return z.string('words_too_long').transform(fewWords).optional();
}

/** The same, where it has to be there. @param missing the code of the message for nothing */
export function requiredWordsField(missing: string) {
  return z.string(missing).transform((typed, context) => {
    const words = fewWords(typed, context);
    if (words !== undefined) return words;
    context.addIssue(missing);
    return z.NEVER;
  });
}

function fewWords(typed: string, context: z.RefinementCtx): string | undefined {
  const words = singleLine(typed);
  if (words.length > wordsLength.max) context.addIssue('words_too_long');
  return words || undefined;
}

/** Lines as typed, without blanks around them; undefined for nothing that can be seen. */
export function textField(tooLong: string) {
  return z
    .string(tooLong)
    .transform((typed, context) => lines(typed, tooLong, context))
    .optional();
}

/** The same, where they have to be there. @param missing the code of the message for nothing */
export function requiredTextField(missing: string, tooLong: string) {
  return z.string(missing).transform((typed, context) => {
    const text = lines(typed, tooLong, context);
    if (text !== undefined) return text;
    context.addIssue(missing);
    return z.NEVER;
  });
}

function lines(typed: string, tooLong: string, context: z.RefinementCtx): string | undefined {
  const text = typed.replace(/\r\n/g, '\n').trim();
  if (text.length > textLength.max) context.addIssue(tooLong);
  return withoutBidiMarks(text).trim() === '' ? undefined : text;
}
