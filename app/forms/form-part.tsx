import type { ReactNode } from 'react';

/** A part of a form with its heading; one that may be left out says so. */
export function FormPart({
  heading,
  note,
  lead,
  isSubmitting,
  children,
}: {
  heading: string;
  /** A word beside the heading, such as "optional". */
  note?: string;
  lead?: string;
  isSubmitting: boolean;
  children: ReactNode;
}) {
  return (
    // What is changed while the form is on its way would not be sent any more.
    <fieldset className="grid gap-5" {...(isSubmitting ? { inert: '' } : {})}>
      <legend className="mb-4 text-h3 font-semibold">
        {heading}
        {note && <span className="text-body font-normal text-ink-muted"> ({note})</span>}
      </legend>
      {lead && <p className="-mt-2 text-ink-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}
