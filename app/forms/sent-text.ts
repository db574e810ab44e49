/** The text of a field that was sent; undefined where it is empty, missing or a file. */
export function sentText(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
