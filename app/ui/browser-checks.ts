import { parse, type Submission } from '@conform-to/react';

/** The message codes of one control's native constraints. */
export interface ConstraintCodes {
  /** `required`, and there is nothing but blanks. */
  missing?: string;
  /** Shorter than `minlength`. */
  short?: string;
  /** Does not match `pattern`. */
  pattern?: string;
}

/**
 * Checks a form against its own native constraints, so that common slips are told without a round trip.
 * The server's schema decides; this only ever spares the way. Without constraints in the page, every form passes.
 */
export function checkInBrowser(
  form: HTMLFormElement,
  formData: FormData,
  codes: Partial<Record<string, ConstraintCodes>>,
): Submission<undefined> {
  return parse(formData, {
    resolve: () => {
      const error: Record<string, string[]> = {};
      for (const [name, code = {}] of Object.entries(codes)) {
        const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
        const broken = control && brokenConstraint(control, code);
        if (broken) error[name] = [broken];
      }
      return Object.keys(error).length > 0 ? { error } : { value: undefined };
    },
  });
}

function brokenConstraint(control: HTMLInputElement, codes: ConstraintCodes): string | undefined {
  const value = control.value.trim();
  if (value === '') return control.required ? codes.missing : undefined;
  if (control.minLength > 0 && value.length < control.minLength) return codes.short;
  if (control.pattern && !matches(value, control.pattern)) return codes.pattern;
  return undefined;
}

/** Like the browser's own check; a browser too old for the expression leaves the question to the server. */
function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    return true;
  }
}
