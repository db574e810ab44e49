/** What a text of a page may leave to be filled in, as `{{company_name}}`. */
export const marks = [
  'company_name',
  'company_phone',
  'company_email',
  'company_address',
  'company_representative',
  'company_register',
  'company_vat_id',
  'retention_days',
] as const;

export type Values = Record<(typeof marks)[number], string>;

/** The same content with every mark in every text replaced by its value. Unknown marks stay, and fail the tests. */
export function fillIn<Content>(content: Content, values: Values): Content {
  if (typeof content === 'string') {
    return content.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const mark = marks.find((known) => known === name);
      return mark ? values[mark] : whole;
    }) as Content;
  }
  if (Array.isArray(content)) return content.map((item: unknown) => fillIn(item, values)) as Content;
  if (typeof content === 'object' && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillIn(value as unknown, values)]),
    ) as Content;
  }
  return content;
}
