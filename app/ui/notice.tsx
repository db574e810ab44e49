import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The toast of something that went well. In the flow of the page: it covers nothing and needs no closing. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-card border-2 border-success bg-success-soft p-5">
      <Icon name="circle-check" className="mt-[0.25em] text-lead text-success" />
      <div className="grid gap-2">{children}</div>
    </div>
  );
}
