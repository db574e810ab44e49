import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LineIcon } from '../icon.tsx';

/** An error in the summary. */
export interface SummaryItem {
  /** The id of the control with the error. */
  controlId: string;
  message: string;
}

/**
 * A list of errors, each linked to its field, to be placed above the page's heading. It receives focus whenever
 * `attempt` changes: through `autofocus` when the page loads, and through an effect afterwards.
 */
export function ErrorSummary({
  title,
  items,
  attempt,
  children,
}: {
  title: string;
  items: SummaryItem[];
  /** A new object for each failed attempt; undefined for errors that the document was loaded with. */
  attempt: object | undefined;
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!attempt) return;
    // Focusing would show as much of the summary as possible, and hide its title under the header if it is tall.
    box.current?.scrollIntoView();
    box.current?.focus({ preventScroll: true });
  }, [attempt]);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- after a rejected form the summary has to be read first
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
