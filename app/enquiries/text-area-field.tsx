import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { describedBy, Field } from '#app/ui/field.tsx';
import { useFieldError } from './text-field.tsx';

/** A labelled box for several lines; uncontrolled, so that what is typed before our script runs stays. */
export function TextAreaField({
  field,
  label,
  note,
  hint,
  ...area
}: {
  field: FieldMetadata<string | undefined, Record<string, unknown>>;
  label: string;
  note?: string;
  hint?: ReactNode;
} & Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'defaultValue'>) {
  const error = useFieldError(field);
  return (
    <Field id={field.id} label={label} note={note} hint={hint} error={error}>
      <textarea
        dir="auto"
        {...area}
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
