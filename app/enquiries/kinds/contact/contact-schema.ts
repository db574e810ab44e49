import { z } from 'zod';
import { textField } from '#app/forms/schemas/text-fields.ts';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';

/**
 * Schema of the contact form (spec, sections 3 and 5). Its issue messages are the last segments of the translation keys
 * `form.…`.
 */
export const contactSchema = z.object({
  name: nameField,
  phone: phoneField,
  email: emailField,
  /** Optional, because attachments may be sent without a message. */
  message: textField('message_too_long'),
});

/** A valid, normalised message. */
export type Contact = z.output<typeof contactSchema>;
