import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A message about what has just happened. In the flow of the page: it covers nothing and needs no closing. */
export function Notice({ type, children }: { type: 'success' | 'error'; children: ReactNode }) {
  const isError = type === 'error';
  return (
    <div
      role={isError ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-card border-2 p-5 ${
        isError ? 'border-signal bg-signal-soft' : 'border-success bg-success-soft'
      }`}
    >
      <Icon
        name={isError ? 'circle-alert' : 'circle-check'}
        className={`mt-[0.25em] text-lead ${isError ? 'text-signal' : 'text-success'}`}
      />
      <div className="grid gap-2">{children}</div>
    </div>
  );
}
