import { type ReactNode, useEffect, useRef } from 'react';

/**
 * An optional part of a form, folded because most families have nothing to add. It works without JavaScript. What is
 * filled in or wrong is never hidden: the part is then open from the start, and opens when a saved form is restored and
 * after each failed attempt to send the form.
 */
export function FoldedPart({
  title,
  note,
  isNeeded = false,
  attempt,
  children,
}: {
  title: string;
  /** A remark next to the title, such as "optional". */
  note?: string;
  /** Whether something in this part is filled in or wrong. */
  isNeeded?: boolean;
  /** A new object after each failed attempt to send the form. */
  attempt?: object | undefined;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // Does not close under the visitor's hands when the last file has been removed.
  const wasNeeded = useRef(isNeeded);
  wasNeeded.current ||= isNeeded;
  useEffect(() => {
    // The visitor may have closed it, which React does not know.
    if (isNeeded && attempt && details.current) details.current.open = true;
  }, [isNeeded, attempt]);
  return (
    <details
      ref={details}
      open={wasNeeded.current || undefined}
      onChange={({ currentTarget }) => {
        currentTarget.open = true;
      }}
      className="rounded border border-line-control bg-surface-raised"
    >
      <summary className="min-h-12 cursor-pointer px-4 py-2.5 font-semibold text-action">
        {title}
        {note && <span className="font-normal text-ink-muted"> ({note})</span>}
      </summary>
      <div className="grid gap-5 border-t border-line p-4">{children}</div>
    </details>
  );
}
