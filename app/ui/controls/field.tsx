import type { ReactNode } from 'react';
import { LineIcon } from '../icon.tsx';

/** Returns the ids of a field's hint and error, for `aria-describedby`. */
function fieldIds(id: string) {
  return { hint: `${id}-hint`, error: `${id}-error` };
}

/** Returns the `aria-describedby` of a control: the ids of its hint and of its error, if shown. */
export function describedBy(id: string, shown: { hint: boolean; error: boolean }): string | undefined {
  const ids = fieldIds(id);
  return [shown.hint && ids.hint, shown.error && ids.error].filter(Boolean).join(' ') || undefined;
}

/** A form field: label, hint and error, followed by the control as children. */
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
  /** A note next to the label, such as "optional". */
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

/** An error message with an icon, because colour alone is not accessible. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 font-semibold text-signal">
      <LineIcon name="circle-alert" />
      <span>{children}</span>
    </p>
  );
}
