/** Placeholders that texts may contain, written as `{{company_name}}`. */
export const placeholders = [
  'company_name',
  'company_phone',
  'company_email',
  'company_address',
  'company_representative',
  'company_register',
  'company_vat_id',
  'company_insurer',
  'company_insurer_territory',
  'company_dpo',
  'company_authority',
  'company_history',
  'company_languages',
  'company_licences',
  'company_paid_by',
  'company_authorities',
  'company_never_asks',
  'company_reply_urgent',
  'company_reply_other',
  'closed_days',
  'retention_days',
  'backup_days',
] as const;

type Placeholder = (typeof placeholders)[number];
/** The placeholders that always have a value. */
type Required = 'company_name' | 'company_phone' | 'company_email' | 'company_address' | 'retention_days';

/**
 * The value of each placeholder. Content that is meaningless without a missing value is omitted, see {@link fillIn}.
 */
export type Values = Record<Required, string> & Record<Exclude<Placeholder, Required>, string | undefined>;

/**
 * Returns a copy of the content with all placeholders replaced, at any depth. A list item (a paragraph, a row of facts,
 * a question, a section) is omitted if one of its texts has a placeholder without a value, or if it contains a list
 * whose items are all omitted. Unknown placeholders are left unchanged and fail the tests.
 */
export function fillIn<Content>(content: Content, values: Values): Content {
  if (typeof content === 'string') {
    return content.replace(/\{\{(\w+)\}\}/g, (match, name: string) => {
      const placeholder = placeholders.find((known) => known === name);
      return placeholder ? (values[placeholder] ?? '') : match;
    }) as Content;
  }
  if (Array.isArray(content)) {
    const complete = content.filter((item: unknown) => isComplete(item, values));
    return complete.map((item: unknown) => fillIn(item, values)) as Content;
  }
  if (typeof content === 'object' && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillIn(value as unknown, values)]),
    ) as Content;
  }
  return content;
}

/** Returns whether an item of a list is still meaningful without the missing values. */
function isComplete(item: unknown, values: Values): boolean {
  if (typeof item === 'string') return !hasMissingValue(item, values);
  if (Array.isArray(item)) return item.length === 0 || item.some((inner: unknown) => isComplete(inner, values));
  if (typeof item === 'object' && item !== null) return Object.values(item).every((value) => isComplete(value, values));
  return true;
}

function hasMissingValue(text: string, values: Values): boolean {
  return placeholders.some((placeholder) => values[placeholder] === undefined && text.includes(`{{${placeholder}}}`));
}
