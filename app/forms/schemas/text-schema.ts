import { z } from 'zod';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/** Where a rule reports what is wrong: message codes only, while zod would take any sentence. */
export interface Issues {
  addIssue: (code: MessageCode) => void;
}

/**
 * Schema of a form field, which arrives as text.
 * @param missing error code for a missing value
 * @param read turns the text into the field's value, or rejects it
 * @param malformed error code for anything but a single text, such as two values of one name
 */
export function textSchema<Value>(
  missing: MessageCode,
  read: (typed: string, issues: Issues) => Value,
  malformed: MessageCode = missing,
) {
  return z.string({ error: ({ input }) => (input === undefined ? missing : malformed) }).transform(read);
}

/** The same for a required field, whose text may also turn out to hold no value: `read` then returns undefined. */
export function requiredTextSchema<Value>(
  missing: MessageCode,
  read: (typed: string, issues: Issues) => Value | undefined,
) {
  return textSchema(missing, (typed, issues) => read(typed, issues) ?? reject(issues, missing));
}

/** Reports a code in place of a value, which zod then ignores. */
export function reject(issues: Issues, code: MessageCode): never {
  issues.addIssue(code);
  return z.NEVER;
}

/** Schema of an optional choice of several options, in any order. @param wrong error code for anything else */
export function choicesField<const Options extends readonly string[]>(options: Options, wrong: MessageCode) {
  return z.array(z.enum(options, wrong), wrong).optional();
}

/** Schema of a choice of one option. @param wrong error code for anything else */
export function choiceField<const Options extends readonly string[]>(options: Options, wrong: MessageCode) {
  return z.enum(options, wrong);
}
