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

interface Labelled {
  field: FieldMetadata<string | undefined, Record<string, unknown>>;
  label: string;
  note?: string;
  hint?: ReactNode;
}

type OwnProps = 'id' | 'name' | 'defaultValue';

/** A labelled text input of a conform field. Uncontrolled: what was typed before React arrived stays. */
export function TextField({ field, label, note, hint, ...input }: Labelled & Omit<ComponentProps<'input'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint });
  return (
    <Field {...labelled}>
      <input
        type="text"
        dir="auto"
        // `:placeholder-shown` then tells an empty field (styles.css); a date has none.
        placeholder={input.type === 'date' ? undefined : ' '}
        {...input}
        {...control}
      />
    </Field>
  );
}

/** The same for several lines. */
export function TextAreaField({
  field,
  label,
  note,
  hint,
  ...area
}: Labelled & Omit<ComponentProps<'textarea'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint });
  return (
    <Field {...labelled}>
      <textarea dir="auto" {...area} {...control} />
    </Field>
  );
}

/** What a control and its label have to know of each other. */
function useLabelledControl({ field, label, note, hint }: Labelled) {
  const error = useFieldError(field);
  return {
    labelled: { id: field.id, label, note, hint, error },
    control: {
      id: field.id,
      name: field.name,
      defaultValue: field.initialValue,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(field.id, { hint: Boolean(hint), error: Boolean(error) }),
      className: 'control',
    },
  };
}
