/**
 * For a rule between two fields: it is checked as soon as both have a value, together with whatever else is wrong, and
 * not one round later. The `when` of zod's `refine`.
 */
export function bothThere(one: string, other: string) {
  return ({ value }: { value: unknown }): boolean => {
    const fields = value as Record<string, unknown>;
    return typeof fields[one] === 'string' && typeof fields[other] === 'string';
  };
}
