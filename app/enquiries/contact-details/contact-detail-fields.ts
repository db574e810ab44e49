import { toSingleLine } from '#app/forms/schemas/single-line-field.ts';
import { type RefinementContext, reject, textSchema } from '#app/forms/schemas/text-schema.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { emailLength, emailPattern, nameLength, normalisePhone, phonePattern } from './contact-detail-rules.ts';

/**
 * Schemas of the contact fields, which are the same in every form (spec, section 5). A value of only blanks and invisible
 * marks counts as missing.
 */

export const nameField = textSchema('name_required', (typed, issues) => {
  const name = toSingleLine(typed);
  if (name === '') return reject(issues, 'name_required');
  if (name.length < nameLength.min) return reject(issues, 'name_too_short');
  return name.length <= nameLength.max ? name : reject(issues, 'name_too_long');
});

export const emailField = textSchema(
  'email_required',
  (typed, issues) => {
    const email = parseEmail(typed, issues);
    return email === '' ? reject(issues, 'email_required') : email;
  },
  'email_invalid',
);

/** An e-mail address, or an empty string if there is none. */
export const optionalEmailField = textSchema('email_invalid', parseEmail)
  .optional()
  .transform((email = '') => email);

function parseEmail(typed: string, issues: RefinementContext): string {
  const email = withoutBidiMarks(typed).trim();
  const isValid = email.length <= emailLength.max && emailPattern.test(email);
  return email === '' || isValid ? email : reject(issues, 'email_invalid');
}

export const phoneField = textSchema(
  'phone_required',
  (typed, issues) => {
    const phone = normalisePhone(typed);
    if (phone === '') return reject(issues, 'phone_required');
    return phonePattern.test(phone) ? phone : reject(issues, 'phone_invalid');
  },
  'phone_invalid',
);
