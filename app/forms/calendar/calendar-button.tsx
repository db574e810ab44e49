import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/icon.tsx';
import type { CalendarPopup } from './calendar-popup.tsx';

/**
 * The button at the end of a date field that opens a calendar below it. The calendar is a separate script, which loads
 * when the pointer or focus reaches the button. Render the button inside the positioned element of the field.
 */
export function CalendarButton({
  input,
  label,
  min,
  onLoadFailed,
}: {
  /** The native date field, which holds the value. */
  input: RefObject<HTMLInputElement>;
  label: string;
  /** The first day that can be chosen, `yyyy-MM-dd`. */
  min?: string;
  /** Called if the visitor opens the calendar and it cannot be loaded; the caller should then remove the button. */
  onLoadFailed: () => void;
}) {
  const { t } = useTranslation('forms');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [Popup, setPopup] = useState<typeof CalendarPopup>();
  const isLoading = isOpen && !Popup;

  const load = async () => {
    const module = await import('./calendar-popup.tsx');
    setPopup(() => module.CalendarPopup);
  };
  // A failed preload does not remove the button, because a later attempt may reach the server.
  const preload = () => void load().catch((error: unknown) => console.warn('Could not preload the calendar.', error));
  const open = () => {
    // In Safari a click does not focus a button.
    button.current?.focus();
    setIsOpen(true);
    load().catch((error: unknown) => {
      console.warn("The calendar could not be loaded; falling back to the browser's date picker.", error);
      if (document.activeElement === button.current) input.current?.focus();
      onLoadFailed();
    });
  };
  const cancelLoading = () => {
    if (isLoading) setIsOpen(false);
  };

  return (
    <>
      {/* On the right in every language, in place of the browser's own button, because the field is left to right. */}
      <button
        ref={button}
        type="button"
        aria-label={t('calendar.open', { label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (isOpen ? setIsOpen(false) : open())}
        onBlur={cancelLoading}
        onKeyDown={({ key }) => key === 'Escape' && cancelLoading()}
        className="no-print absolute right-0.5 top-0.5 grid h-[calc(100%-4px)] w-12 place-items-center rounded bg-surface-raised text-action hover:bg-action-soft"
      >
        <Icon name="calendar" />
      </button>
      <p
        role="status"
        className={
          isLoading
            ? 'no-print absolute right-0 top-full z-10 mt-1 rounded border border-line-control bg-surface-raised px-4 py-3 shadow-raised'
            : undefined
        }
      >
        {isLoading && t('calendar.loading')}
      </p>
      {isOpen && Popup && (
        <Popup input={input} button={button} label={label} min={min} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
