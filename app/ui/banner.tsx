import type { ReactNode } from 'react';
import { LineIcon } from './icon.tsx';

const looks = {
  info: { icon: 'info', box: 'border-action bg-action-soft', mark: 'text-action' },
  warning: { icon: 'triangle-alert', box: 'border-warning bg-warning-soft', mark: 'text-warning' },
  problem: { icon: 'circle-alert', box: 'border-signal bg-signal-soft', mark: 'text-signal' },
} as const;

/** What holds for the whole page, across its whole width: a landmark of its own, so that it can be found again. */
export function Banner({
  look,
  label,
  actions,
  children,
}: {
  look: keyof typeof looks;
  /** The region's name for screen readers. */
  label: string;
  /** Buttons or links; below the message where the screen is small. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { icon, box, mark } = looks[look];
  return (
    <section aria-label={label} className={`border-y-2 ${box}`}>
      <div className="mx-auto grid max-w-page items-center gap-x-8 gap-y-3 px-4 py-4 md:grid-cols-[1fr_auto]">
        <div className="flex items-start gap-3">
          <LineIcon name={icon} className={mark} />
          <div className="grid max-w-reading gap-1">{children}</div>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </section>
  );
}
