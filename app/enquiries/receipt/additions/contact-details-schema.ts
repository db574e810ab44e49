import { z } from 'zod';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';

/** Schema of corrected contact details. Its issues are the last parts of message keys `form.…`. */
export const contactDetailsSchema = z.object({ name: nameField, phone: phoneField, email: emailField });
