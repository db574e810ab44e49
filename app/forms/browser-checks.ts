import { parse, type Submission } from '@conform-to/react';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/** The message codes of one control's native constraints. */
export interface ConstraintCodes {
  /** `required`, and empty or blank. */
  missing?: MessageCode;
  /** Name of the checkbox that makes the control optional when ticked. */
  unless?: string;
  /** Shorter than `minlength`. */
  short?: MessageCode;
  /** Longer than `data-longest`; with `maxlength`, browsers would truncate pasted text. */
  long?: MessageCode;
  /** Does not match `pattern`. */
  pattern?: MessageCode;
}

/**
 * Validates a form by the native constraints of its controls, so that common mistakes are found without a round trip.
 * The server's schema is authoritative. Without constraints, every form passes.
 */
export function validateInBrowser(
  form: HTMLFormElement,
  formData: FormData,
  codes: Partial<Record<string, ConstraintCodes>>,
): Submission<undefined, MessageCode[]> {
  return parse(formData, {
    resolve: () => {
      const error: Record<string, MessageCode[]> = {};
      for (const [name, code = {}] of Object.entries(codes)) {
        const control = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`);
        const isExcused = code.unless !== undefined && formData.has(code.unless) && control?.value.trim() === '';
        const broken = control && !isExcused && brokenConstraint(control, code);
        if (broken) error[name] = [broken];
      }
      return Object.keys(error).length > 0 ? { error } : { value: undefined };
    },
  });
}

function brokenConstraint(
  control: HTMLInputElement | HTMLTextAreaElement,
  codes: ConstraintCodes,
): MessageCode | undefined {
  const value = control.value.trim();
  if (value === '') return control.required ? codes.missing : undefined;
  if (control.dataset.longest && typedLength(control) > Number(control.dataset.longest)) return codes.long;
  if (control.minLength > 0 && value.length < control.minLength) return codes.short;
  const isMismatch = control instanceof HTMLInputElement && control.pattern && !matches(value, control.pattern);
  if (isMismatch) return codes.pattern;
  return undefined;
}

/** Length of a text as the server counts it: trimmed, and on a single line with runs of blanks counted once. */
export function typedLength(control: HTMLInputElement | HTMLTextAreaElement): number {
  const isOneLine = control instanceof HTMLInputElement;
  return (isOneLine ? control.value.replace(/\s+/g, ' ') : control.value).trim().length;
}

/**
 * Like the browser's own pattern check; a browser that does not support the expression leaves the check to the server.
 */
function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    return true;
  }
}
