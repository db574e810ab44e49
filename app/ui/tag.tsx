import type { ReactNode } from 'react';

const looks = {
  neutral: 'border-line-control bg-surface text-ink',
  success: 'border-success bg-success-soft text-success',
  warning: 'border-warning bg-warning-soft text-warning',
};

/** A word or two that say what kind or state something is. Its colour repeats what the words say. */
export function Tag({ look = 'neutral', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center rounded-full border px-3 py-0.5 text-small font-semibold ${looks[look]}`}
    >
      {children}
    </span>
  );
}
