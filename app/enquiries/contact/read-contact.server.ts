import { parseWithZod } from '@conform-to/zod/v4';
import { knownFields } from '#app/forms/known-fields.ts';
import { contactFieldNames } from './contact-fields.ts';
import { contactSchema } from './contact-schema.ts';

/** Reads the form's fields into a conform submission. */
export function readContact(sent: FormData) {
  return parseWithZod(knownFields(sent, contactFieldNames), { schema: contactSchema });
}
