/** A submitted form that the site could neither store nor show again. An error page keeps it, and sends it again. */
export interface UnsentForm {
  /** The names and values of all fields, except for files. */
  fields: [name: string, value: string][];
  /** The values that the sender has typed. */
  typed: string[];
}

/**
 * Keeps a form for an error page.
 * @param isTyped whether the values of a field are shown; the others are only sent again
 */
export function keepUnsentForm(form: FormData, isTyped: (name: string) => boolean): UnsentForm {
  const fields: UnsentForm['fields'] = [];
  for (const [name, value] of form) if (typeof value === 'string') fields.push([name, value]);
  const typed = fields.filter(([name, value]) => isTyped(name) && value.trim() !== '');
  return { fields, typed: typed.map(([, value]) => value) };
}

/** Returns the form that an error of a route carries. */
export function unsentFormOf(error: unknown): UnsentForm | undefined {
  const { data } = (error ?? {}) as { data?: { unsent?: UnsentForm } | null };
  return typeof data === 'object' ? data?.unsent : undefined;
}
