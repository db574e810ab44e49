import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageCode } from '#app/i18n/message.ts';
import { describedBy, Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { wordsLength } from './words-length.ts';

/** The first error of a field in the page's language. */
export function useFieldError(field: { errors?: string[] }): string | undefined {
  const { t } = useTranslation('forms');
  const code = field.errors?.[0];
  return code ? t(`form.${code as MessageCode}`) : undefined;
}

/** A field of a form, as conform tells it. */
export type TextMetadata = FieldMetadata<string | undefined, Record<string, unknown>>;

interface Labelled {
  field: TextMetadata;
  label: string;
  note?: string;
  hint?: ReactNode;
  /** What stands in it until something has been sent. */
  preset?: string;
}

type OwnProps = 'id' | 'name' | 'defaultValue';

/** A labelled text input of a conform field. Uncontrolled: what was typed before React arrived stays. */
export function TextField({
  field,
  label,
  note,
  hint,
  preset,
  ...input
}: Labelled & Omit<ComponentProps<'input'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint, preset });
  return (
    <Field {...labelled}>
      <input
        type="text"
        dir="auto"
        // `:placeholder-shown` then tells an empty field (styles.css); a date or time has none.
        placeholder={input.type === 'date' || input.type === 'time' ? undefined : ' '}
        {...input}
        {...control}
      />
    </Field>
  );
}

/** The same for a name, a place or a few words. */
export function WordsField(props: ComponentProps<typeof TextField>) {
  return <TextField maxLength={wordsLength.max} enterKeyHint="next" {...props} />;
}

/** The same for a number, whose digits may be of any script: no `type="number"`, which knows the Latin ones only. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField dir="ltr" inputMode="numeric" maxLength={6} autoComplete="off" enterKeyHint="next" {...props} />;
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

/** A labelled list of choices. */
export function SelectField({
  field,
  label,
  note,
  hint,
  children,
  ...select
}: Labelled & Omit<ComponentProps<'select'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint });
  return (
    <Field {...labelled}>
      <Select {...select} {...control}>
        {children}
      </Select>
    </Field>
  );
}

/** A box to tick with its words, all of it to hit. */
export function CheckboxField({ field, label }: Pick<Labelled, 'field' | 'label'>) {
  return (
    <label className="choice">
      <input type="checkbox" id={field.id} name={field.name} defaultChecked={field.initialValue === 'on'} />
      {label}
    </label>
  );
}

/** What a control and its label have to know of each other. */
export function useLabelledControl({ field, label, note, hint, preset }: Labelled) {
  const error = useFieldError(field);
  return {
    labelled: { id: field.id, label, note, hint, error },
    control: {
      id: field.id,
      name: field.name,
      defaultValue: field.initialValue ?? preset,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(field.id, { hint: Boolean(hint), error: Boolean(error) }),
      className: 'control',
    },
  };
}
