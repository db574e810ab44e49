import type { ReactNode } from 'react';

/** A short label that warns. Its colour only repeats what the text says. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-warning bg-warning-soft px-3 py-0.5 text-small font-semibold text-warning">
      {children}
    </span>
  );
}
