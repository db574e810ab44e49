import type { ComponentProps } from 'react';

const variantClasses = {
  /** Only for the emergency call. */
  urgent: 'border border-transparent bg-signal text-ink-inverse hover:bg-signal-strong',
  primary: 'border border-transparent bg-action text-ink-inverse hover:bg-action-strong',
  secondary: 'border border-line-control bg-surface-raised text-action hover:bg-action-soft',
};

/**
 * Returns the classes of a button, or of a link that looks like one. It is at least 48 px high, so that a shaking hand
 * can hit it.
 */
export function buttonClass(variant: keyof typeof variantClasses): string {
  return `inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded px-6 py-2.5 text-center font-semibold no-underline disabled:cursor-not-allowed disabled:border-line-control disabled:bg-line disabled:text-ink-muted ${variantClasses[variant]}`;
}

/** A button in one of the three variants. */
export function Button({
  variant,
  className = '',
  ...props
}: ComponentProps<'button'> & { variant: keyof typeof variantClasses }) {
  return <button {...props} className={`${buttonClass(variant)} ${className}`} />;
}
