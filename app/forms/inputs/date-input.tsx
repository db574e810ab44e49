import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { Field } from '#app/ui/controls/field.tsx';
import type { CalendarButton } from '../calendar/calendar-button.tsx';
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
  const { t } = useTranslation('forms');
  const { fieldProps, controlProps } = useLabelledControl({ field, label, note, hint, preset });
  const input = useRef<HTMLInputElement>(null);
  const [hasCalendarFailed, setHasCalendarFailed] = useState(false);
  const isDate = !field.initialValue || isIsoDate(field.initialValue);
  const Button = useCalendarButton();
  const hasCalendar = Button && isDate && !hasCalendarFailed;
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
        {/* Our placeholder covers the browser's while the field is empty (docs/decisions/0047). */}
        <span aria-hidden="true" data-when-empty={t('field.choose_date')} className="empty-words" />
        {hasCalendar && (
          <Button input={input} label={label} min={min} onLoadFailed={() => setHasCalendarFailed(true)} />
        )}
      </div>
    </Field>
  );
}

/** Loads the calendar button. Phones and tablets have better date pickers than a page could offer. */
function useCalendarButton(): typeof CalendarButton | undefined {
  const [Button, setButton] = useState<typeof CalendarButton>();
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return;
    import('../calendar/calendar-button.tsx').then(
      (module) => setButton(() => module.CalendarButton),
      (error: unknown) => console.warn('Could not load the calendar button.', error),
    );
  }, []);
  return Button;
}
