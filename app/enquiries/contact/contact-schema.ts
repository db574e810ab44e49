import { z } from 'zod';
import { emailField, nameField, phoneField } from '../person-fields.ts';
import { textField } from '#app/forms/words-field.ts';

/** The contact form (spec, sections 3 and 5). Messages are codes: the last part of a key `form.…`. */
export const contactSchema = z.object({
  name: nameField,
  phone: phoneField,
  email: emailField,
  /** May be left out: reports alone say enough. */
  message: textField('message_too_long'),
});

/** A valid message, normalised. */
export type Contact = z.output<typeof contactSchema>;
