import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { TextField, type TextMetadata } from '#app/forms/inputs/text-field.tsx';
import { emailLength, emailPattern, nameLength, typedPhonePattern } from './contact-detail-rules.ts';

/** The error codes for violations of the inputs' native constraints. */
export const contactErrorCodes = {
  name: { valueMissing: 'name_required', tooShort: 'name_too_short', tooLong: 'name_too_long' },
  phone: { valueMissing: 'phone_required', patternMismatch: 'phone_invalid' },
  email: { valueMissing: 'email_required', patternMismatch: 'email_invalid', tooLong: 'email_invalid' },
} satisfies Record<string, ConstraintCodes>;

/** The contact fields: name, phone number and e-mail address. */
export function ContactInputs({
  fields,
  initial,
  isEmailOptional = false,
}: {
  fields: { name: TextMetadata; phone: TextMetadata; email: TextMetadata };
  /** Values shown until the form is submitted. */
  initial?: { name: string; phone: string; email: string };
  isEmailOptional?: boolean;
}) {
  const { t } = useTranslation('forms');
  return (
    <>
      <TextField
        field={fields.name}
        preset={initial?.name}
        label={t('field.name')}
        required
        minLength={nameLength.min}
        maxCharacters={nameLength.max}
        autoComplete="name"
        enterKeyHint="next"
      />
      <TextField
        field={fields.phone}
        preset={initial?.phone}
        label={t('field.phone')}
        hint={t('field.phone_hint')}
        type="tel"
        dir="ltr"
        required
        pattern={typedPhonePattern}
        autoComplete="tel"
        inputMode="tel"
        enterKeyHint="next"
      />
      <TextField
        field={fields.email}
        preset={initial?.email}
        label={t('field.email')}
        note={isEmailOptional ? t('field.optional') : undefined}
        type="email"
        dir="ltr"
        required={!isEmailOptional}
        maxCharacters={emailLength.max}
        pattern={emailPattern.source.slice(1, -1)}
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        spellCheck={false}
      />
    </>
  );
}
