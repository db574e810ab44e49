import type { MessageCode } from '#app/i18n/texts/message.ts';

/**
 * The second argument of zod's `refine` for a rule between two fields. It is checked if both were read, even if other
 * fields have errors, and its error stands at the second.
 * @param code error code if the rule is broken
 * @param type of both fields' values
 */
export function ruleBetween(one: string, other: string, code: MessageCode, type: 'string' | 'number' = 'string') {
  return {
    path: [other],
    error: code,
    when: ({ value }: { value: unknown }): boolean => {
      const fields = value as Record<string, unknown>;
      return typeof fields[one] === type && typeof fields[other] === type;
    },
  };
}
