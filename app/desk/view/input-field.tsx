import type { ComponentProps } from 'react';
import { describedBy, Field } from '#app/ui/controls/field.tsx';

/** An input with its label, hint and error. By default, it is required and its name is its id. */
export function InputField({
  id,
  label,
  hint,
  error,
  className = '',
  ...input
}: ComponentProps<'input'> & { id: string; label: string; hint?: string | undefined; error?: string | undefined }) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        required
        aria-describedby={describedBy(id, { hint: hint !== undefined, error: error !== undefined })}
        className={`control ${className}`}
        {...input}
      />
    </Field>
  );
}
