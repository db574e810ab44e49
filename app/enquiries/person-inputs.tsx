import { useTranslation } from 'react-i18next';
import { emailLength, emailPattern, nameLength, typedPhonePattern } from './person-rules.ts';
import { TextField, type TextMetadata } from '#app/forms/text-field.tsx';

/** What these inputs' native constraints are called when they are broken. */
export const personChecks = {
  name: { missing: 'name_required', short: 'name_too_short' },
  phone: { missing: 'phone_required', pattern: 'phone_invalid' },
  email: { missing: 'email_required', pattern: 'email_invalid' },
};

/** Name, telephone and e-mail: what it takes to answer somebody. */
export function PersonInputs({
  fields,
  known,
}: {
  fields: { name: TextMetadata; phone: TextMetadata; email: TextMetadata };
  /** What stands in them until something has been sent. */
  known?: { name: string; phone: string; email: string };
}) {
  const { t } = useTranslation('forms');
  return (
    <>
      <TextField
        field={fields.name}
        preset={known?.name}
        label={t('field.name')}
        required
        minLength={nameLength.min}
        maxLength={nameLength.max}
        autoComplete="name"
        enterKeyHint="next"
      />
      <TextField
        field={fields.phone}
        preset={known?.phone}
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
        preset={known?.email}
        label={t('field.email')}
        type="email"
        dir="ltr"
        required
        maxLength={emailLength.max}
        pattern={emailPattern.source.slice(1, -1)}
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        spellCheck={false}
      />
    </>
  );
}
