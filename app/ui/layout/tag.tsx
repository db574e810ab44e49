import type { ReactNode } from 'react';

/** A short label with a warning. The colour adds no information to the text. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-warning bg-warning-soft px-3 py-0.5 text-small font-semibold text-warning">
      {children}
    </span>
  );
}
