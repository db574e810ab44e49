import { toSingleLine } from '#app/forms/schemas/text-fields.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { normalisePhone } from '#app/i18n/input/phone-number.ts';
import { emailLength, emailPattern, nameLength, phonePattern } from './contact-detail-rules.ts';

/**
 * Schemas of the contact fields, which are the same in every form (spec, section 5). A value that consists only of
 * white space and invisible marks counts as missing.
 */

export const nameField = requiredTextSchema('name_required', parseName);
export const optionalNameField = textSchema('name_required', parseName).optional();

export const emailField = textSchema(
  'email_required',
  (typed, context) => parseEmail(typed, context) ?? reject(context, 'email_required'),
  'email_invalid',
);
export const optionalEmailField = textSchema('email_invalid', parseEmail).optional();

export const phoneField = textSchema(
  'phone_required',
  (typed, context) => {
    const phone = normalisePhone(typed);
    if (phone === '') return reject(context, 'phone_required');
    return phonePattern.test(phone) ? phone : reject(context, 'phone_invalid');
  },
  'phone_invalid',
);

function parseName(typed: string, context: RefinementContext): string | undefined {
  const name = toSingleLine(typed);
  if (name === '') return undefined;
  if (name.length < nameLength.min) return reject(context, 'name_too_short');
  return name.length <= nameLength.max ? name : reject(context, 'name_too_long');
}

function parseEmail(typed: string, context: RefinementContext): string | undefined {
  const email = withoutBidiMarks(typed).trim();
  if (email === '') return undefined;
  return email.length <= emailLength.max && emailPattern.test(email) ? email : reject(context, 'email_invalid');
}
