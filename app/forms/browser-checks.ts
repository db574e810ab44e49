import { parse, type Submission } from '@conform-to/react';
import type { MessageCode } from '#app/i18n/texts/message.ts';

/** The message codes for the native constraints of one control. */
export interface ConstraintCodes {
  /** The control is `required`, but empty or blank. */
  valueMissing?: MessageCode;
  /** The name of the checkbox that makes the control optional when ticked. */
  unless?: string;
  /** The value is shorter than `minlength`. */
  tooShort?: MessageCode;
  /**
   * The value is longer than `data-max-length`, which replaces `maxlength` because browsers would truncate pasted text.
   */
  tooLong?: MessageCode;
  /** The value does not match `pattern`. */
  patternMismatch?: MessageCode;
}

/**
 * Validates a form against the native constraints of its controls, so that the visitor sees common mistakes without a
 * round trip. The server's schema is authoritative; a control without constraints always passes.
 * @param codes the message codes of the controls, by field name
 */
export function validateInBrowser(
  form: HTMLFormElement,
  formData: FormData,
  codes: Partial<Record<string, ConstraintCodes>>,
): Submission<undefined, MessageCode[]> {
  return parse(formData, {
    resolve: () => {
      const error: Record<string, MessageCode[]> = {};
      for (const [name, controlCodes = {}] of Object.entries(codes)) {
        const control = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`);
        const isOptional =
          controlCodes.unless !== undefined && formData.has(controlCodes.unless) && control?.value.trim() === '';
        const violation = control && !isOptional && firstViolation(control, controlCodes);
        if (violation) error[name] = [violation];
      }
      return Object.keys(error).length > 0 ? { error } : { value: undefined };
    },
  });
}

/** Returns the message code of the first constraint that a control violates; undefined if there is none. */
function firstViolation(
  control: HTMLInputElement | HTMLTextAreaElement,
  codes: ConstraintCodes,
): MessageCode | undefined {
  const value = control.value.trim();
  if (value === '') return control.required ? codes.valueMissing : undefined;
  if (control.dataset.maxLength && typedLength(control) > Number(control.dataset.maxLength)) return codes.tooLong;
  if (control.minLength > 0 && value.length < control.minLength) return codes.tooShort;
  const isMismatch = control instanceof HTMLInputElement && control.pattern && !matchesPattern(value, control.pattern);
  if (isMismatch) return codes.patternMismatch;
  return undefined;
}

/**
 * Returns the length of a control's value as the server counts it: trimmed, and in an `input` with each run of
 * whitespace as one character.
 */
export function typedLength(control: HTMLInputElement | HTMLTextAreaElement): number {
  const isSingleLine = control instanceof HTMLInputElement;
  return (isSingleLine ? control.value.replace(/\s+/g, ' ') : control.value).trim().length;
}

/**
 * Returns whether a value matches a pattern, like the browser's own check. In a browser that does not support the
 * pattern every value matches, which leaves the check to the server.
 */
function matchesPattern(value: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    return true;
  }
}
