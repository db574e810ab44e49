/**
 * A form's own fields and nothing else. conform makes structures of names such as `a[99999999]` and obeys
 * names such as `__intent__`; what a stranger sends must not reach it with those.
 */
export function knownFields(fields: FormData | URLSearchParams, names: readonly string[]): FormData {
  const known = new FormData();
  for (const name of names) {
    for (const value of fields.getAll(name)) known.append(name, value);
  }
  return known;
}
