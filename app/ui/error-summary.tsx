import { useEffect, useId, useRef, type ReactNode } from 'react';
import { LineIcon } from './icon.tsx';

export interface SummaryItem {
  /** Id of the control that the item is about. */
  controlId: string;
  message: string;
}

/**
 * What has to be corrected, each a link to its field. Stands above the page's heading and takes the focus
 * whenever `attempt` changes: on a page that was just loaded through `autofocus`, later through the effect.
 */
export function ErrorSummary({
  title,
  items,
  attempt,
  children,
}: {
  title: string;
  items: SummaryItem[];
  /** A new object for every failed attempt; none for the one that the document was loaded with. */
  attempt: object | undefined;
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (attempt) box.current?.focus();
  }, [attempt]);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- after a failed post the summary is what to read first
      autoFocus
      aria-labelledby={titleId}
      className="rounded-card border-2 border-signal bg-signal-soft p-5 text-ink"
    >
      <h2 id={titleId} className="flex items-start gap-2 text-h3 text-signal">
        <LineIcon name="circle-alert" />
        {title}
      </h2>
      {items.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {items.map(({ controlId, message }) => (
            <li key={`${controlId} ${message}`}>
              <a href={`#${controlId}`} className="inline-block min-h-11 py-2 font-semibold text-signal underline">
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
