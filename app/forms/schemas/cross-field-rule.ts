import type { MessageCode } from '#app/i18n/texts/message.ts';

/**
 * Returns the second argument of zod's `refine` for a rule about two fields. The rule is checked if both fields are
 * valid, even if other fields have errors. Its error belongs to the second field.
 * @param code the message code for a violation of the rule
 * @param type the type of both values
 */
export function crossFieldRule(first: string, second: string, code: MessageCode, type: 'string' | 'number' = 'string') {
  return {
    path: [second],
    error: code,
    when: ({ value }: { value: unknown }): boolean => {
      const fields = value as Record<string, unknown>;
      return typeof fields[first] === type && typeof fields[second] === type;
    },
  };
}

/**
 * Returns the second argument of zod's `refine` for a rule that makes a field conditionally required, depending on other
 * fields. It is checked even if some fields have errors, so that all errors are shown at once.
 * @param code the message code for a missing value
 * @param others text fields that must be valid before the rule can be checked
 */
export function requiredRule(field: string, code: MessageCode, others: readonly string[] = []) {
  return {
    path: [field],
    error: code,
    when: ({ value }: { value: unknown }): boolean =>
      others.every((name) => typeof (value as Record<string, unknown>)[name] === 'string'),
  };
}
