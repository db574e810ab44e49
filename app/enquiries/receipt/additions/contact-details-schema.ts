import { z } from 'zod';
import { emailField, nameField, optionalEmailField, phoneField } from '../../contact-details/contact-detail-fields.ts';

/**
 * Returns the schema of corrected contact details. Its issues are the last parts of message keys `form.…`.
 * @param isEmailOptional whether the request has no e-mail address, because its form requires none
 */
export function contactDetailsSchema({ isEmailOptional }: { isEmailOptional: boolean }) {
  return z.object({ name: nameField, phone: phoneField, email: isEmailOptional ? optionalEmailField : emailField });
}
