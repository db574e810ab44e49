import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Calendar } from './calendar.tsx';
import { enterValue } from './enter-value.ts';

/** In px, between the calendar and the edges of the window. */
const gap = 4;

/**
 * The calendar in a box below its field: a dialog that is not modal. It takes the focus and closes by a choice, by
 * Escape, and when the pointer or the focus goes elsewhere. Loaded on use, so whatever it needs belongs here and not into
 * the button.
 */
export function CalendarPopup({
  input,
  button,
  label,
  min,
  onClose,
}: {
  input: RefObject<HTMLInputElement>;
  /** What opened it, and closes it as well. */
  button: RefObject<HTMLButtonElement>;
  label: string;
  min?: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('forms');
  const popup = useRef<HTMLDivElement>(null);

  // Before a day takes the focus: the browser would scroll sideways to one that is out of the window.
  useLayoutEffect(() => {
    const box = popup.current;
    const field = box?.offsetParent;
    if (!box || !field) return undefined;
    const place = () => placeBelow(field, box);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(field);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' });
    // In a low window the box is higher than what can be seen.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const isInside = [popup, button].some(({ current }) => current?.contains(target as Node));
      if (!isInside) onClose();
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [button, onClose]);

  const choose = (day: string) => {
    if (!input.current) return;
    enterValue(input.current, day);
    onClose();
    input.current.focus();
  };

  return (
    <div
      ref={popup}
      role="dialog"
      aria-label={t('calendar.title', { label })}
      className="no-print absolute top-full z-10 mt-1 w-[22rem] rounded border border-line-control bg-surface-raised shadow-raised scroll-my-4 py-1 sm:p-3"
    >
      <Calendar chosen={input.current?.value} min={min} onChoose={choose} />
    </div>
  );
}

/**
 * Below the button, at the field's right, unless the box would stand out of the window there. Set on the element itself,
 * which a content security policy allows a script, unlike an attribute in the document.
 */
function placeBelow(field: Element, box: HTMLElement): void {
  const { left, right } = field.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  box.style.maxWidth = `${clientWidth - 2 * gap}px`;
  const wanted = Math.max(gap, Math.min(right, clientWidth - gap) - box.offsetWidth);
  box.style.left = `${wanted - left}px`;
}
