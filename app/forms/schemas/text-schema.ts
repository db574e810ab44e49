import { z } from 'zod';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/** What a rule uses to report errors. It accepts only message codes, while zod would accept any string. */
export interface RefinementContext {
  addIssue: (code: MessageCode) => void;
}

/**
 * Returns the schema of a form field, which arrives as text.
 * @param missing the message code for a missing value
 * @param parse converts the text to the field's value, or rejects it
 * @param malformed the message code for anything but a single string, such as two values with the same name
 */
export function textSchema<Value>(
  missing: MessageCode,
  parse: (typed: string, context: RefinementContext) => Value,
  malformed: MessageCode = missing,
) {
  return z.string({ error: ({ input }) => (input === undefined ? missing : malformed) }).transform(parse);
}

/**
 * Returns the schema of a required form field.
 * @param missing the message code for a missing value
 * @param parse converts the text to the field's value, or rejects it; undefined means a missing value
 */
export function requiredTextSchema<Value>(
  missing: MessageCode,
  parse: (typed: string, context: RefinementContext) => Value | undefined,
) {
  return textSchema(missing, (typed, context) => parse(typed, context) ?? reject(context, missing));
}

/** Reports a message code. The returned value only satisfies the type; zod ignores it. */
export function reject(context: RefinementContext, code: MessageCode): never {
  context.addIssue(code);
  return z.NEVER;
}

/**
 * Returns the schema of an optional choice of several options, in any order.
 * @param invalid the message code for anything else
 */
export function choicesField<const Options extends readonly string[]>(options: Options, invalid: MessageCode) {
  return z.array(z.enum(options, invalid), invalid).optional();
}

/**
 * Returns the schema of a choice of one option.
 * @param invalid the message code for anything else
 */
export function choiceField<const Options extends readonly string[]>(options: Options, invalid: MessageCode) {
  return z.enum(options, invalid);
}
