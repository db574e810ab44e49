import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { isMessageCode } from '#app/i18n/texts/is-message-code.server.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/**
 * Parses a form's fields into a conform submission whose errors are message codes. This is where zod's messages become
 * codes: one that zod has worded itself, for a field that no form of ours sends like this, is told as an unreadable form.
 */
export function parseFields<Schema extends z.ZodType>(fields: FormData, schema: Schema) {
  return parseWithZod(fields, {
    schema,
    formatError: (issues: readonly { message: string }[]) => issues.map(({ message }) => codeOf(message)),
  });
}

function codeOf(message: string): MessageCode {
  return isMessageCode(message) ? message : 'unreadable';
}
