import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { noticeClass, NoticeText, type NoticeLook } from './notice.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * A notice that stays in sight at the block end of the window, wherever the visitor has scrolled. It is sticky
 * rather than fixed: without any script it is part of the page, and at the page's end it covers nothing.
 *
 * Render it last in the element it may float over, a block and no grid: browsers disagree on what holds it there.
 * Keep it rendered while there is nothing to say, since screen readers speak only regions that were there before.
 */
export function Toast({
  look,
  close,
  children,
}: {
  look: NoticeLook;
  /** How it goes away: a link works without scripts, `onClose` spares the way to the server. */
  close?: { label: string; href?: string; onClose?: () => void };
  /** The message; nothing while there is none. */
  children?: ReactNode;
}) {
  return (
    // Physical on purpose: older browsers know no `inset-block-end`, and the end of the block is the bottom anyway.
    <div className="no-print sticky bottom-4 z-10 mx-auto max-w-[min(44rem,100vw-2rem)]">
      <div className={children ? `flex items-start gap-2 shadow-raised ${noticeClass(look)}` : undefined}>
        <div role={look === 'success' ? 'status' : 'alert'} className="grow">
          {children && <NoticeText look={look}>{children}</NoticeText>}
        </div>
        {children && close && <Close {...close} />}
      </div>
    </div>
  );
}

function Close({ label, href, onClose }: { label: string; href?: string; onClose?: () => void }) {
  const isHydrated = useHydrated();
  const props = {
    'aria-label': label,
    onClick: (event: MouseEvent) => {
      if (!onClose) return;
      event.preventDefault();
      onClose();
    },
    className:
      '-mb-1.5 -me-2 -mt-1 flex min-h-11 min-w-11 items-center justify-center rounded text-ink hover:bg-surface-raised',
  };
  const cross = <Icon name="x" />;
  // A button that nothing answers to would be worse than none.
  if (!href)
    return isHydrated ? (
      <button type="button" {...props}>
        {cross}
      </button>
    ) : null;
  return (
    <a href={href} {...props}>
      {cross}
    </a>
  );
}
