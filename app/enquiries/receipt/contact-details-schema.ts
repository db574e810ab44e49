import { z } from 'zod';
import { emailField, nameField, phoneField } from '../person-fields.ts';

/** How a sender is reached, corrected through the receipt. Messages are codes: the last part of a key `form.…`. */
export const contactDetailsSchema = z.object({ name: nameField, phone: phoneField, email: emailField });
