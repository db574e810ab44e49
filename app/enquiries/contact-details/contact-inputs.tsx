import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { TextField, type TextMetadata } from '#app/forms/inputs/text-field.tsx';
import { emailLength, nameLength, typedEmailPattern, typedPhonePattern } from './contact-detail-rules.ts';
import type { ContactDetails, OptionalDetail } from './contact-details.ts';

/** The error codes for violations of the inputs' native constraints. */
export const contactErrorCodes = {
  name: { valueMissing: 'name_required', tooShort: 'name_too_short', tooLong: 'name_too_long' },
  phone: { valueMissing: 'phone_required', patternMismatch: 'phone_invalid' },
  email: { valueMissing: 'email_required', patternMismatch: 'email_invalid', tooLong: 'email_invalid' },
} satisfies Record<string, ConstraintCodes>;

/** The contact fields: name, phone number and email address. */
export function ContactInputs({
  fields,
  initial,
  optional = [],
}: {
  fields: { name: TextMetadata; phone: TextMetadata; email: TextMetadata };
  /** Values shown until the form is submitted. */
  initial?: ContactDetails | undefined;
  /** The contact details that may be left out. */
  optional?: readonly OptionalDetail[];
}) {
  const { t } = useTranslation('forms');
  return (
    <>
      <NameInput field={fields.name} initial={initial?.name} isOptional={optional.includes('name')} />
      <PhoneInput field={fields.phone} initial={initial?.phone} />
      <TextField
        field={fields.email}
        preset={initial?.email}
        label={t('field.email')}
        type="email"
        dir="ltr"
        {...requirementProps(t, optional.includes('email'))}
        maxCharacters={emailLength.max}
        pattern={typedEmailPattern}
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        spellCheck={false}
      />
    </>
  );
}

interface InputProps {
  field: TextMetadata;
  /** The value shown until the form is submitted. */
  initial?: string | undefined;
}

export function NameInput({ field, initial, isOptional = false }: InputProps & { isOptional?: boolean }) {
  const { t } = useTranslation('forms');
  return (
    <TextField
      field={field}
      preset={initial}
      label={t('field.name')}
      {...requirementProps(t, isOptional)}
      minLength={nameLength.min}
      maxCharacters={nameLength.max}
      autoComplete="name"
      enterKeyHint="next"
    />
  );
}

export function PhoneInput({ field, initial }: InputProps) {
  const { t } = useTranslation('forms');
  return (
    <TextField
      field={field}
      preset={initial}
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
  );
}

function requirementProps(t: TFunction<'forms'>, isOptional: boolean) {
  return isOptional ? { note: t('field.optional') } : { required: true };
}
