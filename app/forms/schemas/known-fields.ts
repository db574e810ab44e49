/**
 * Copies the known fields of a form. All other fields are dropped, because conform interprets names such as
 * `a[99999999]` and `__intent__`, which must not come from clients.
 * @param names the names of the known fields
 */
export function pickKnownFields(fields: FormData | URLSearchParams, names: readonly string[]): FormData {
  const known = new FormData();
  for (const name of names) {
    for (const value of fields.getAll(name)) known.append(name, value);
  }
  return known;
}
