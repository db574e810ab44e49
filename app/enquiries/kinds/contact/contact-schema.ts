import { z } from 'zod';
import { textField } from '#app/forms/schemas/single-line-field.ts';
import { emailField, nameField, phoneField } from '../../person/person-fields.ts';

/** Schema of the contact form (spec, sections 3 and 5). Issues are codes: the last part of a message key `form.…`. */
export const contactSchema = z.object({
  name: nameField,
  phone: phoneField,
  email: emailField,
  /** Optional: attachments may be sent without a message. */
  message: textField('message_too_long'),
});

/** A valid message, normalised. */
export type Contact = z.output<typeof contactSchema>;
