import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

/** The browser's own list of choices, with an arrow that stands where the text of a field ends. */
export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return (
    // Both in one cell of a grid: older browsers cannot place by `inset-inline-end`.
    <span className="grid items-center">
      <select {...props} className={`control col-start-1 row-start-1 appearance-none pe-12 ${className}`} />
      <Icon
        name="chevron-down"
        className="pointer-events-none col-start-1 row-start-1 me-4 justify-self-end text-ink-muted"
      />
    </span>
  );
}
