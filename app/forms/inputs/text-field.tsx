import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { singleLineLength } from '../single-line-length.ts';
import { OverLimit } from './over-limit.tsx';

/** The first error of a field in the page's language. */
export function useFieldError(field: { errors?: MessageCode[] }): string | undefined {
  const { t } = useTranslation('forms');
  const code = field.errors?.[0];
  return code ? t(`form.${code}`) : undefined;
}

/** conform's metadata of a text field. */
export type TextMetadata = FieldMetadata<string | undefined, Record<string, unknown>, MessageCode[]>;

interface Labelled {
  field: TextMetadata;
  label: string;
  note?: string;
  hint?: ReactNode;
  /** Initial value, until the form has been submitted. */
  preset?: string;
}

/** Excludes `maxLength`, which would silently truncate pasted text. */
type OwnProps = 'id' | 'name' | 'defaultValue' | 'maxLength';

/** Maximum number of characters; a longer text is reported but not truncated. */
interface Limited {
  maxCharacters?: number;
}

/** A labelled text input of a conform field. Uncontrolled, so that text typed before hydration is kept. */
export function TextField({
  field,
  label,
  note,
  hint,
  preset,
  maxCharacters,
  ...input
}: Labelled & Limited & Omit<ComponentProps<'input'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint, preset });
  return (
    <Field {...labelled}>
      <input
        type="text"
        dir="auto"
        // `:placeholder-shown` then tells an empty field (styles.css); a date or time has none.
        placeholder={input.type === 'date' || input.type === 'time' ? undefined : ' '}
        data-longest={maxCharacters}
        {...input}
        {...control}
      />
      {maxCharacters && <OverLimit controlId={control.id} max={maxCharacters} />}
    </Field>
  );
}

/** A single-line text field with the default length limit. */
export function SingleLineField(props: ComponentProps<typeof TextField>) {
  return <TextField maxCharacters={singleLineLength.max} enterKeyHint="next" {...props} />;
}

/** A number field. Not `type="number"`, which accepts Latin digits only. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField dir="ltr" inputMode="numeric" enterKeyHint="next" {...props} />;
}

/** A labelled text area of a conform field. */
export function TextAreaField({
  field,
  label,
  note,
  hint,
  maxCharacters,
  ...area
}: Labelled & Limited & Omit<ComponentProps<'textarea'>, OwnProps>) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint });
  return (
    <Field {...labelled}>
      <textarea dir="auto" data-longest={maxCharacters} {...area} {...control} />
      {maxCharacters && <OverLimit controlId={control.id} max={maxCharacters} />}
    </Field>
  );
}

/** A labelled select of a conform field. */
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

/** A checkbox with its label as a click target. */
export function CheckboxField({ field, label }: Pick<Labelled, 'field' | 'label'>) {
  return (
    <label className="choice">
      <input type="checkbox" id={field.id} name={field.name} defaultChecked={field.initialValue === 'on'} />
      {label}
    </label>
  );
}

/** The props that connect a control with its label, hint and error. */
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
