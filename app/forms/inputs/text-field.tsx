import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { singleLineLength } from '../text-lengths.ts';
import { OverLimit } from './over-limit.tsx';

/** Returns the message of a field's first error, in the form's language. */
export function useFieldError(field: { errors?: MessageCode[] }): string | undefined {
  const { t } = useTranslation('forms');
  const code = field.errors?.[0];
  return code ? t(`form.${code}`) : undefined;
}

/** The metadata that conform provides for a text field. */
export type TextMetadata = FieldMetadata<string | undefined, Record<string, unknown>, MessageCode[]>;

/** The props that all fields share. */
interface FieldProps {
  field: TextMetadata;
  label: string;
  note?: string;
  hint?: ReactNode;
  /** The initial value, used until the form has been submitted. */
  preset?: string;
}

/** The props that a field sets itself, and `maxLength`, which would silently truncate pasted text. */
type ExcludedProps = 'id' | 'name' | 'defaultValue' | 'maxLength';

interface LengthLimit {
  /** The maximum number of characters. Longer text is reported, not truncated. */
  maxCharacters?: number;
}

/** A labelled text input for a conform field. It is uncontrolled, so that text typed before hydration is kept. */
export function TextField({
  field,
  label,
  note,
  hint,
  preset,
  maxCharacters,
  ...input
}: FieldProps & LengthLimit & Omit<ComponentProps<'input'>, ExcludedProps>) {
  const { fieldProps, controlProps } = useLabelledControl({ field, label, note, hint, preset });
  return (
    <Field {...fieldProps}>
      <input
        type="text"
        dir="auto"
        // With a placeholder `:placeholder-shown` recognises an empty field (styles.css); dates and times have none.
        placeholder={input.type === 'date' || input.type === 'time' ? undefined : ' '}
        data-max-length={maxCharacters}
        {...input}
        {...controlProps}
      />
      {maxCharacters && <OverLimit controlId={controlProps.id} max={maxCharacters} />}
    </Field>
  );
}

/** A text field with the length limit of single-line texts. */
export function SingleLineField(props: ComponentProps<typeof TextField>) {
  return <TextField maxCharacters={singleLineLength.max} enterKeyHint="next" {...props} />;
}

/** A number field. It is not `type="number"`, which accepts Latin digits only. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField dir="ltr" inputMode="numeric" enterKeyHint="next" {...props} />;
}

/** A labelled text area for a conform field. */
export function TextAreaField({
  field,
  label,
  note,
  hint,
  maxCharacters,
  ...area
}: FieldProps & LengthLimit & Omit<ComponentProps<'textarea'>, ExcludedProps>) {
  const { fieldProps, controlProps } = useLabelledControl({ field, label, note, hint });
  return (
    <Field {...fieldProps}>
      <textarea dir="auto" data-max-length={maxCharacters} {...area} {...controlProps} />
      {maxCharacters && <OverLimit controlId={controlProps.id} max={maxCharacters} />}
    </Field>
  );
}

/** A labelled select for a conform field. */
export function SelectField({
  field,
  label,
  note,
  hint,
  preset,
  children,
  ...select
}: FieldProps & Omit<ComponentProps<'select'>, ExcludedProps>) {
  const { fieldProps, controlProps } = useLabelledControl({ field, label, note, hint, preset });
  return (
    <Field {...fieldProps}>
      <Select {...select} {...controlProps}>
        {children}
      </Select>
    </Field>
  );
}

/** A checkbox inside its label, so that the label is clickable. */
export function CheckboxField({ field, label }: Pick<FieldProps, 'field' | 'label'>) {
  return (
    <label className="choice">
      <input type="checkbox" id={field.id} name={field.name} defaultChecked={field.initialValue === 'on'} />
      {label}
    </label>
  );
}

/** Returns the props that connect a control with its label, hint and error. */
export function useLabelledControl({ field, label, note, hint, preset }: FieldProps) {
  const error = useFieldError(field);
  return {
    fieldProps: { id: field.id, label, note, hint, error },
    controlProps: {
      id: field.id,
      name: field.name,
      defaultValue: field.initialValue ?? preset,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(field.id, { hint: Boolean(hint), error: Boolean(error) }),
      className: 'control',
    },
  };
}
