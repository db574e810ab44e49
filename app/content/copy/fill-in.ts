/** Placeholders that texts may contain, written as `{{company_name}}`. */
export const placeholders = [
  'company_name',
  'company_phone',
  'company_email',
  'company_address',
  'company_representative',
  'company_register',
  'company_vat_id',
  'retention_days',
  'backup_days',
] as const;

type Placeholder = (typeof placeholders)[number];

/** The value of each placeholder. A paragraph with a placeholder that has no value is omitted. */
export type Values = Record<Exclude<Placeholder, 'backup_days'>, string> & { backup_days: string | undefined };

/**
 * Returns a copy of the content with all placeholders replaced, at any depth. Unknown placeholders are left as they are
 * and fail the tests.
 */
export function fillIn<Content>(content: Content, values: Values): Content {
  if (typeof content === 'string') {
    return content.replace(/\{\{(\w+)\}\}/g, (match, name: string) => {
      const placeholder = placeholders.find((known) => known === name);
      return placeholder ? (values[placeholder] ?? '') : match;
    }) as Content;
  }
  if (Array.isArray(content)) {
    const complete = content.filter((item: unknown) => !(typeof item === 'string' && hasMissingValue(item, values)));
    return complete.map((item: unknown) => fillIn(item, values)) as Content;
  }
  if (typeof content === 'object' && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillIn(value as unknown, values)]),
    ) as Content;
  }
  return content;
}

function hasMissingValue(text: string, values: Values): boolean {
  return placeholders.some((placeholder) => values[placeholder] === undefined && text.includes(`{{${placeholder}}}`));
}
