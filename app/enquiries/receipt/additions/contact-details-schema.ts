import { z } from 'zod';
import {
  emailField,
  nameField,
  optionalEmailField,
  optionalNameField,
  phoneField,
} from '../../contact-details/contact-detail-fields.ts';
import type { OptionalDetail } from '../../contact-details/contact-details.ts';

/**
 * Returns the schema of corrected contact details. Its issue messages are the last segments of the translation keys
 * `form.…`.
 * @param optional the contact details that may be left out
 */
export function contactDetailsSchema(optional: readonly OptionalDetail[]) {
  return z.object({
    name: optional.includes('name') ? optionalNameField : nameField,
    phone: phoneField,
    email: optional.includes('email') ? optionalEmailField : emailField,
  });
}
