/** A submitted form that the site could neither store nor show again. The error page keeps it and can resend it. */
export interface UnsentForm {
  /** The names and values of all fields, except for files. */
  fields: [name: string, value: string][];
  /** The values that the sender has typed. */
  typed: string[];
}

/**
 * Prepares a form for the error page that keeps it.
 * @param isTyped whether a field was typed, so that the page shows its values; other fields are only resent
 */
export function keepUnsentForm(form: FormData, isTyped: (name: string) => boolean): UnsentForm {
  const fields: UnsentForm['fields'] = [];
  for (const [name, value] of form) if (typeof value === 'string') fields.push([name, value]);
  const typed = fields.filter(([name, value]) => isTyped(name) && value.trim() !== '');
  return { fields, typed: typed.map(([, value]) => value) };
}

/** Returns the unsent form that a route error carries. */
export function unsentFormOf(error: unknown): UnsentForm | undefined {
  const { data } = (error ?? {}) as { data?: { unsent?: UnsentForm } | null };
  return typeof data === 'object' ? data?.unsent : undefined;
}
