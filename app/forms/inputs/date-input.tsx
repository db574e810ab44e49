import { type ComponentProps, useRef, useState } from 'react';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { type TextField, useLabelledControl } from './text-field.tsx';

/**
 * A date in the browser's native date field. A value that is not a valid date appears in a text field instead, so that
 * the visitor can correct it. With a mouse and scripts, our own calendar replaces the browser's (docs/decisions/0015).
 */
export function DateField({
  field,
  label,
  note,
  hint,
  preset,
  min,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type' | 'dir' | 'min'> & {
  /** The first day that can be chosen, `yyyy-MM-dd`. */
  min?: string;
}) {
  const { fieldProps, controlProps } = useLabelledControl({ field, label, note, hint, preset });
  const input = useRef<HTMLInputElement>(null);
  const [hasCalendarFailed, setHasCalendarFailed] = useState(false);
  const isHydrated = useHydrated();
  const isDate = !field.initialValue || isIsoDate(field.initialValue);
  // Phones and tablets have better date pickers than a page could offer.
  const hasCalendar = isHydrated && isDate && !hasCalendarFailed && matchMedia('(pointer: fine)').matches;
  return (
    <Field {...fieldProps}>
      <div className="relative">
        <input
          {...(isDate ? { type: 'date', min } : { type: 'text', placeholder: ' ' })}
          dir="ltr"
          enterKeyHint="next"
          {...props}
          {...controlProps}
          ref={input}
          className={`control ${hasCalendar ? '[&::-webkit-calendar-picker-indicator]:hidden' : ''}`}
        />
        {hasCalendar && (
          <CalendarButton input={input} label={label} min={min} onLoadFailed={() => setHasCalendarFailed(true)} />
        )}
      </div>
    </Field>
  );
}
