import { z } from 'zod';
import { withoutBidiMarks } from '#app/i18n/digits.ts';
import { singleLine } from '#app/forms/words-field.ts';
import { emailLength, emailPattern, nameLength, normalisePhone, phonePattern } from './person-rules.ts';

/**
 * The fields by which the company answers a person: the same rules in every form (spec, section 5).
 * Messages are codes, the last part of a key `form.…`.
 */

/** Missing is one message, wrong another. */
function missingOr(missing: string, wrong: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : wrong) };
}

/** After normalising, nothing but blanks and invisible marks is as good as nothing. */
function required(missing: string) {
  return z.string(missing).min(1, { error: missing, abort: true });
}

export const nameField = z
  .string(missingOr('name_required', 'name_required'))
  .transform(singleLine)
  .pipe(required('name_required').min(nameLength.min, 'name_too_short').max(nameLength.max, 'name_too_long'));

export const emailField = z
  .string(missingOr('email_required', 'email_invalid'))
  .transform((email) => withoutBidiMarks(email).trim())
  .pipe(
    required('email_required')
      .max(emailLength.max, { error: 'email_invalid', abort: true })
      .regex(emailPattern, 'email_invalid'),
  );

export const phoneField = z
  .string(missingOr('phone_required', 'phone_invalid'))
  .transform(normalisePhone)
  .pipe(required('phone_required').regex(phonePattern, 'phone_invalid'));
