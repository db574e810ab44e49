import { type ReactNode, useEffect, useRef } from 'react';

/**
 * An optional section of a form, collapsed because most families have nothing to add. It works without JavaScript.
 * Values and errors are never hidden: if there are any, the section is open from the start, and it opens when a saved
 * draft is restored and after each failed attempt to send the form.
 */
export function CollapsibleSection({
  title,
  note,
  hasValueOrError = false,
  attempt,
  children,
}: {
  title: string;
  /** A note next to the title, such as "optional". */
  note?: string;
  /** Whether anything in this section has a value or an error. */
  hasValueOrError?: boolean;
  /** A new object after each failed attempt to send the form. */
  attempt?: object | undefined;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // Stays open even when the visitor removes the last file.
  const hadValueOrError = useRef(hasValueOrError);
  hadValueOrError.current ||= hasValueOrError;
  useEffect(() => {
    // The visitor may have closed it without React knowing.
    if (hasValueOrError && attempt && details.current) details.current.open = true;
  }, [hasValueOrError, attempt]);
  return (
    <details
      ref={details}
      open={hadValueOrError.current || undefined}
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
