import { z } from 'zod';
import { emailField, nameField, phoneField } from '../../person/person-fields.ts';

/** Schema of corrected contact details. Issues are codes: the last part of a key `form.…`. */
export const contactDetailsSchema = z.object({ name: nameField, phone: phoneField, email: emailField });
