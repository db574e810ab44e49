import { toSingleLine } from '#app/forms/schemas/text-fields.ts';
import { type RefinementContext, reject, requiredTextSchema, textSchema } from '#app/forms/schemas/text-schema.ts';
import { singleLineLength } from '#app/forms/text-lengths.ts';
import { toLatinDigits } from '#app/i18n/input/digits.ts';
import { normalisePhone } from '#app/i18n/input/phone-number.ts';
import { emailLength, nameLength, typedEmailPattern, typedPhonePattern } from './contact-detail-rules.ts';

const typedEmail = new RegExp(`^${typedEmailPattern}$`, 'u');
const typedPhone = new RegExp(`^${typedPhonePattern}$`, 'u');

/** Direction marks, zero-width characters and soft hyphens. No address contains them. */
const invisible = /\p{Cf}/gu;

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
    return typedPhone.test(typed) ? phone : reject(context, 'phone_invalid');
  },
  'phone_invalid',
);

/** Returns what `ContactDetails` keeps of a typed phone number beside the normalised one. */
export function phoneAsTyped(typed: string | undefined, phone: string): string | undefined {
  const text = toSingleLine(typed ?? '').slice(0, singleLineLength.max);
  return text.replace(/\s/g, '') === phone ? undefined : text || undefined;
}

function parseName(typed: string, context: RefinementContext): string | undefined {
  const name = toSingleLine(typed);
  if (name === '') return undefined;
  if (name.length < nameLength.min) return reject(context, 'name_too_short');
  return name.length <= nameLength.max ? name : reject(context, 'name_too_long');
}

function parseEmail(typed: string, context: RefinementContext): string | undefined {
  const text = toLatinDigits(typed.replace(invisible, '')).trim();
  if (text === '') return undefined;
  const email = typedEmail.exec(text)?.[1];
  return email !== undefined && email.length <= emailLength.max ? email : reject(context, 'email_invalid');
}
