import type { ComponentProps } from 'react';

/** `urgent` is only for the emergency call. The styles are in `ui/styles/styles.css`. */
type ButtonVariant = 'urgent' | 'primary' | 'secondary';

/**
 * Returns the classes of a button, or of a link that looks like one. It is at least 48 px high, so that a shaking hand
 * can press it.
 */
export function buttonClass(variant: ButtonVariant): string {
  return { urgent: 'button button-urgent', primary: 'button button-primary', secondary: 'button button-secondary' }[
    variant
  ];
}

/** A button in one of the three variants. */
export function Button({ variant, className = '', ...props }: ComponentProps<'button'> & { variant: ButtonVariant }) {
  return <button {...props} className={`${buttonClass(variant)} ${className}`} />;
}
