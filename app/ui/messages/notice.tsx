import type { ReactNode } from 'react';
import { LineIcon } from '../icon.tsx';

const variantStyles = {
  success: { icon: 'circle-check', boxClass: 'border-success bg-success-soft', iconClass: 'text-success' },
  problem: { icon: 'circle-alert', boxClass: 'border-signal bg-signal-soft', iconClass: 'text-signal' },
} as const;

/** A message about a result, shown in the page flow so that it neither covers anything nor has to be closed. */
export function Notice({
  variant = 'success',
  children,
}: {
  variant?: keyof typeof variantStyles;
  children: ReactNode;
}) {
  const { icon, boxClass, iconClass } = variantStyles[variant];
  return (
    <div role={variant === 'success' ? 'status' : 'alert'} className={`rounded-card border-2 p-5 ${boxClass}`}>
      <div className="flex items-start gap-3">
        <LineIcon name={icon} className={`text-lead ${iconClass}`} />
        {/* The first child is emphasised, because it summarises the message. */}
        <div className="grid gap-2 [&>:first-child]:text-lead [&>:first-child]:font-semibold">{children}</div>
      </div>
    </div>
  );
}
