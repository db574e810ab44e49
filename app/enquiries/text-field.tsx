import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageCode } from '#app/i18n/message.ts';
import { describedBy, Field } from '#app/ui/field.tsx';

/** The first error of a field in the page's language. */
export function useFieldError(field: { errors?: string[] }): string | undefined {
  const { t } = useTranslation('forms');
  const code = field.errors?.[0];
  return code ? t(`form.${code as MessageCode}`) : undefined;
}

/** A labelled text input of a conform field. Uncontrolled: what was typed before React arrived stays. */
export function TextField({
  field,
  label,
  note,
  hint,
  ...input
}: {
  field: FieldMetadata<string | undefined, Record<string, unknown>>;
  label: string;
  note?: string;
  hint?: ReactNode;
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'defaultValue'>) {
  const error = useFieldError(field);
  return (
    <Field id={field.id} label={label} note={note} hint={hint} error={error}>
      <input
        type="text"
        dir="auto"
        // `:placeholder-shown` then tells an empty field (styles.css); a date has none.
        placeholder={input.type === 'date' ? undefined : ' '}
        {...input}
        id={field.id}
        name={field.name}
        defaultValue={field.initialValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(field.id, { hint: Boolean(hint), error: Boolean(error) })}
        className="control"
      />
    </Field>
  );
}
