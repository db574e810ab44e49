import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { isMessageCode } from '#app/i18n/texts/is-message-code.server.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/**
 * Parses a form's fields into a conform submission with message codes as errors. A message from zod itself can only be
 * about a field that none of our forms would send, so it becomes the code for an unreadable form.
 */
export function parseFields<Schema extends z.ZodType>(fields: FormData, schema: Schema) {
  return parseWithZod(fields, {
    schema,
    formatError: (issues: readonly { message: string }[]) => issues.map(({ message }) => toMessageCode(message)),
  });
}

function toMessageCode(message: string): MessageCode {
  return isMessageCode(message) ? message : 'unreadable';
}
