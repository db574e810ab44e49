/** Returns the submitted text of a field; undefined if it is empty, missing or a file. */
export function submittedText(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
