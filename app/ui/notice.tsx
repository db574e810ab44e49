import type { ReactNode } from 'react';
import { LineIcon } from './icon.tsx';

const looks = {
  success: { icon: 'circle-check', box: 'border-success bg-success-soft', mark: 'text-success' },
  problem: { icon: 'circle-alert', box: 'border-signal bg-signal-soft', mark: 'text-signal' },
} as const;

export type NoticeLook = keyof typeof looks;

/** How a notice and a toast look alike. */
export function noticeClass(look: NoticeLook): string {
  return `rounded-card border-2 p-5 ${looks[look].box}`;
}

/** What became of something, as part of the page: it covers nothing and needs no closing. */
export function Notice({ look = 'success', children }: { look?: NoticeLook; children: ReactNode }) {
  return (
    <div role={look === 'success' ? 'status' : 'alert'} className={noticeClass(look)}>
      <NoticeText look={look}>{children}</NoticeText>
    </div>
  );
}

/** The message with its icon, without the box. Its first element says it in short and stands out. */
export function NoticeText({ look, children }: { look: NoticeLook; children: ReactNode }) {
  const { icon, mark } = looks[look];
  return (
    <div className="flex items-start gap-3">
      <LineIcon name={icon} className={`text-lead ${mark}`} />
      <div className="grid gap-2 [&>:first-child]:text-lead [&>:first-child]:font-semibold">{children}</div>
    </div>
  );
}
