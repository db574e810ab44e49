import type { ReactNode } from 'react';
import { LineIcon } from '../icon.tsx';

const looks = {
  success: { icon: 'circle-check', box: 'border-success bg-success-soft', mark: 'text-success' },
  problem: { icon: 'circle-alert', box: 'border-signal bg-signal-soft', mark: 'text-signal' },
} as const;

/** A message about a result, in the page flow: it covers nothing and needs no closing. */
export function Notice({ look = 'success', children }: { look?: keyof typeof looks; children: ReactNode }) {
  const { icon, box, mark } = looks[look];
  return (
    <div role={look === 'success' ? 'status' : 'alert'} className={`rounded-card border-2 p-5 ${box}`}>
      <div className="flex items-start gap-3">
        <LineIcon name={icon} className={`text-lead ${mark}`} />
        {/* The first element is emphasised as the summary. */}
        <div className="grid gap-2 [&>:first-child]:text-lead [&>:first-child]:font-semibold">{children}</div>
      </div>
    </div>
  );
}
