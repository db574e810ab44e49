import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';

/** A native select with a custom arrow. */
export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return (
    // The select and its arrow share a grid cell, because older browsers lack `inset-inline-end`.
    <span className="grid items-center">
      <select {...props} className={`control col-start-1 row-start-1 appearance-none pe-12 ${className}`} />
      <Icon
        name="chevron-down"
        className="pointer-events-none col-start-1 row-start-1 me-4 justify-self-end text-ink-muted"
      />
    </span>
  );
}
