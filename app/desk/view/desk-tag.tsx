import type { ReactNode } from 'react';

/** A tag that says where a request stands. Its colour conveys nothing that the text does not. */
export function DeskTag({ isUrgent = false, children }: { isUrgent?: boolean; children: ReactNode }) {
  return <span className={`desk-tag ${isUrgent ? 'desk-tag-urgent' : ''}`}>{children}</span>;
}
