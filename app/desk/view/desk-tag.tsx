import type { ReactNode } from 'react';

/** Where a request stands. The colour adds no information to the text. */
export function DeskTag({ isUrgent = false, children }: { isUrgent?: boolean; children: ReactNode }) {
  return <span className={`desk-tag ${isUrgent ? 'desk-tag-urgent' : ''}`}>{children}</span>;
}
