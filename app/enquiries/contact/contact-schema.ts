import { z } from 'zod';
import { withoutBidiMarks } from '#app/i18n/digits.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';
import { messageLength } from './contact-fields.ts';

/** The contact form (spec, sections 3 and 5). Messages are codes: the last part of a key `form.…`. */
export const contactSchema = z.object({
  name: nameField,
  phone: phoneField,
  email: emailField,
  /** May be left out: reports alone say enough. */
  message: z.string('message_too_long').transform(plainLines).optional(),
});

/** A valid message, normalised. */
export type Contact = z.output<typeof contactSchema>;

/** The lines as typed, without blanks around them; undefined for nothing that can be seen. */
function plainLines(typed: string, context: z.RefinementCtx): string | undefined {
  const message = typed.replace(/\r\n/g, '\n').trim();
  if (message.length > messageLength.max) context.addIssue('message_too_long');
  return withoutBidiMarks(message).trim() === '' ? undefined : message;
}
