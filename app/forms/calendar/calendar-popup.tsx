import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { setNativeValue } from '../set-native-value.ts';
import { Calendar } from './calendar.tsx';

/** The minimum distance between the calendar and the edges of the viewport (px). */
const viewportMargin = 4;

/**
 * The calendar in a non-modal dialog below its field. It takes focus, and closes when a day is chosen, on Escape,
 * and on a click or focus elsewhere. It is loaded on demand, so code that only the calendar needs belongs here, not in
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
  /** The button that opens and closes the calendar. */
  button: RefObject<HTMLButtonElement>;
  label: string;
  min?: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('forms');
  const popup = useRef<HTMLDivElement>(null);

  // Runs before a day receives focus; the browser would otherwise scroll sideways to a day outside the viewport.
  useLayoutEffect(() => {
    const box = popup.current;
    const field = box?.offsetParent;
    if (!box || !field) return undefined;
    const align = () => alignWithField(field, box);
    align();
    const observer = new ResizeObserver(align);
    observer.observe(field);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' });
    // The calendar may be taller than the viewport, and the focused day still hidden.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  useEffect(() => {
    const closeIfOutside = ({ target }: Event) => {
      const isInside = target instanceof Node && [popup, button].some(({ current }) => current?.contains(target));
      if (!isInside) onClose();
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeIfOutside);
    document.addEventListener('focusin', closeIfOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside);
      document.removeEventListener('focusin', closeIfOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [button, onClose]);

  const choose = (day: string) => {
    if (!input.current) return;
    setNativeValue(input.current, day);
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
 * Aligns the calendar with the right edge of the field, but keeps it within the viewport. It sets `element.style`
 * because the content security policy forbids `style` attributes.
 */
function alignWithField(field: Element, box: HTMLElement): void {
  const { left, right } = field.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  box.style.maxWidth = `${clientWidth - 2 * viewportMargin}px`;
  const leftInViewport = Math.max(viewportMargin, Math.min(right, clientWidth - viewportMargin) - box.offsetWidth);
  box.style.left = `${leftInViewport - left}px`;
}
