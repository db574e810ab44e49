import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LineIcon } from '../icon.tsx';

export interface SummaryItem {
  /** Id of the control that the item is about. */
  controlId: string;
  message: string;
}

/**
 * A list of errors, each linked to its field. Placed above the page's heading, and focused whenever `attempt` changes:
 * through `autofocus` on a page load, later through an effect.
 */
export function ErrorSummary({
  title,
  items,
  attempt,
  children,
}: {
  title: string;
  items: SummaryItem[];
  /** A new object for each failed attempt; undefined for the one that the document was loaded with. */
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
