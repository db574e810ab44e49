import type { ReactNode } from 'react';
import { LineIcon } from '../icon.tsx';

/** The ids of a field's parts, for `aria-describedby` and the error summary. */
function fieldIds(id: string) {
  return { hint: `${id}-hint`, error: `${id}-error` };
}

/** `aria-describedby` of a control: its hint, then its error, if shown. */
export function describedBy(id: string, has: { hint: boolean; error: boolean }): string | undefined {
  const ids = fieldIds(id);
  return [has.hint && ids.hint, has.error && ids.error].filter(Boolean).join(' ') || undefined;
}

/** A form field: label, hint, error, then the control. */
export function Field({
  id,
  label,
  note,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  /** A note beside the label, such as "optional". */
  note?: string;
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
}) {
  const ids = fieldIds(id);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {note && <span className="font-normal text-ink-muted"> ({note})</span>}
      </label>
      {hint && (
        <p id={ids.hint} className="text-small text-ink-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={ids.error}>{error}</FieldError>}
      {children}
    </div>
  );
}

/** An error message with an icon, since colour alone is not accessible. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 font-semibold text-signal">
      <LineIcon name="circle-alert" />
      <span>{children}</span>
    </p>
  );
}
