import type { ReactNode } from 'react';

/** A section of a form with a heading, and optionally a note and a lead. */
export function FormSection({
  heading,
  note,
  lead,
  children,
}: {
  heading: string;
  /** A note next to the heading, such as "optional". */
  note?: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="lazy grid gap-4 md:gap-5">
      <legend className="mb-3 text-h3 font-semibold md:mb-4">
        {heading}
        {note && <span className="text-body font-normal text-ink-muted"> ({note})</span>}
      </legend>
      {lead && <p className="-mt-2 text-ink-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}
