/**
 * Copies only a form's known fields, because conform interprets names such as `a[99999999]` and `__intent__`, which must not
 * be accepted from clients.
 */
export function knownFields(fields: FormData | URLSearchParams, names: readonly string[]): FormData {
  const known = new FormData();
  for (const name of names) {
    for (const value of fields.getAll(name)) known.append(name, value);
  }
  return known;
}
