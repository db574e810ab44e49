import type { ReactNode } from 'react';

/** A short label with a warning. The colour adds no information to the text. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
