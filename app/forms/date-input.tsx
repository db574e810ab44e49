import type { ComponentProps } from 'react';
import { isIsoDate } from '#app/i18n/dates.ts';
import { TextField } from './text-field.tsx';

/** A day, in the browser's own date field. What that could not show stands as text, for the visitor to correct. */
export function DateField({ min, ...props }: Omit<ComponentProps<typeof TextField>, 'type' | 'dir'>) {
  const { initialValue } = props.field;
  const isShown = !initialValue || isIsoDate(initialValue);
  return (
    <TextField {...props} {...(isShown ? { type: 'date', min } : { type: 'text' })} dir="ltr" enterKeyHint="next" />
  );
}
