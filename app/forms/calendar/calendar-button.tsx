import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/icon.tsx';
import type { CalendarPopup } from './calendar-popup.tsx';

/**
 * The button at the end of a date field that opens a calendar below it. The calendar is a script of its own that comes
 * when the button is pointed at. Rendered inside the positioned element that holds the field.
 */
export function CalendarButton({
  input,
  label,
  min,
  onLost,
}: {
  /** The native date field, which keeps the value. */
  input: RefObject<HTMLInputElement>;
  label: string;
  /** The first day that may be chosen, yyyy-MM-dd. */
  min?: string;
  /** The calendar was asked for and could not be loaded: whoever renders the button takes it away. */
  onLost: () => void;
}) {
  const { t } = useTranslation('forms');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Popup, setPopup] = useState<typeof CalendarPopup>();
  const isAwaited = isOpen && !Popup;

  const load = async () => {
    const loaded = await import('./calendar-popup.tsx');
    setPopup(() => loaded.CalendarPopup);
  };
  // Too early to take the button away: a later try may reach the server.
  const preload = () => void load().catch((error: unknown) => console.warn('The calendar is not there yet.', error));
  const open = () => {
    // In Safari a click does not give it.
    button.current?.focus();
    setOpen(true);
    load().catch((error: unknown) => {
      console.warn('The calendar could not be loaded; the browser has its own.', error);
      if (document.activeElement === button.current) input.current?.focus();
      onLost();
    });
  };
  const forget = () => {
    if (isAwaited) setOpen(false);
  };

  return (
    <>
      {/* On the right in both languages, in the place of the browser's own: the field reads from left to right. */}
      <button
        ref={button}
        type="button"
        aria-label={t('calendar.open', { label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onBlur={forget}
        onKeyDown={({ key }) => key === 'Escape' && forget()}
        className="no-print absolute right-0.5 top-0.5 grid h-[calc(100%-4px)] w-12 place-items-center rounded bg-surface-raised text-action hover:bg-action-soft"
      >
        <Icon name="calendar" />
      </button>
      <p
        role="status"
        className={
          isAwaited
            ? 'no-print absolute right-0 top-full z-10 mt-1 rounded border border-line-control bg-surface-raised px-4 py-3 shadow-raised'
            : undefined
        }
      >
        {isAwaited && t('calendar.loading')}
      </p>
      {isOpen && Popup && (
        <Popup input={input} button={button} label={label} min={min} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
