import { type ComponentProps, useRef, useState } from 'react';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { type TextField, useLabelledControl } from './text-field.tsx';

/**
 * A day, in the browser's own date field. What that could not show stands as text, for the visitor to correct. Where
 * there is a mouse, a calendar of ours stands in for the browser's, once its script runs (docs/decisions/0015).
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
  /** The first day that may be chosen, yyyy-MM-dd. */
  min?: string;
}) {
  const { labelled, control } = useLabelledControl({ field, label, note, hint, preset });
  const input = useRef<HTMLInputElement>(null);
  const [isCalendarLost, setCalendarLost] = useState(false);
  const isHydrated = useHydrated();
  const isDate = !field.initialValue || isIsoDate(field.initialValue);
  // Phones and tablets have a better picker than any page.
  const hasCalendar = isHydrated && isDate && !isCalendarLost && matchMedia('(pointer: fine)').matches;
  return (
    <Field {...labelled}>
      <div className="relative">
        <input
          {...(isDate ? { type: 'date', min } : { type: 'text', placeholder: ' ' })}
          dir="ltr"
          enterKeyHint="next"
          {...props}
          {...control}
          ref={input}
          className={`control ${hasCalendar ? '[&::-webkit-calendar-picker-indicator]:hidden' : ''}`}
        />
        {hasCalendar && <CalendarButton input={input} label={label} min={min} onLost={() => setCalendarLost(true)} />}
      </div>
    </Field>
  );
}
