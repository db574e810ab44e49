import type { ComponentProps } from 'react';

const looks = {
  /** For the emergency call only. */
  urgent: 'border border-transparent bg-signal text-ink-inverse hover:bg-signal-strong',
  main: 'border border-transparent bg-action text-ink-inverse hover:bg-action-strong',
  quiet: 'border border-line-control bg-surface-raised text-action hover:bg-action-soft',
};

/** Classes for buttons, and links that look like buttons: at least 48 px high, easy to hit with a shaking hand. */
export function buttonClass(look: keyof typeof looks): string {
  return `inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded px-6 py-2.5 text-center font-semibold no-underline disabled:cursor-not-allowed disabled:border-line-control disabled:bg-line disabled:text-ink-muted ${looks[look]}`;
}

/** A button with the given look. */
export function Button({ look, className = '', ...props }: ComponentProps<'button'> & { look: keyof typeof looks }) {
  return <button {...props} className={`${buttonClass(look)} ${className}`} />;
}
