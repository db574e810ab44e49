import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { FactField } from './company-sections.ts';

/** The values of a form by the names of its fields, as text. Codes of languages are separated by spaces. */
export type FactValues = Readonly<Record<string, string>>;

/** Returns the values with which a form shows facts: those of {@link factsOf} in reverse. */
export function valuesOf(facts: unknown, name = ''): FactValues {
  if (typeof facts === 'string') return { [name]: facts };
  if (typeof facts !== 'object' || facts === null) return {};
  if (Array.isArray(facts) && facts.every((item) => typeof item === 'string')) return { [name]: facts.join(' ') };
  const inside = Object.entries(facts).map(([key, value]) => valuesOf(value, name === '' ? key : `${name}.${key}`));
  return Object.assign({}, ...inside) as FactValues;
}

/** Returns the values of a posted form. Values that it does not have are empty. */
export function readValues(form: FormData, fields: readonly FactField[]): FactValues {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  return Object.fromEntries(fields.map((field) => [field.name, tidy(texts(field.name).join(' '), field)]));
}

/** Removes what people type and paste although it makes no difference. */
function tidy(text: string, { kind }: FactField): string {
  if (kind === 'line' || kind === 'paragraph') return text.replace(/\s*[\r\n]+\s*/g, ' ');
  const plain = withoutBidiMarks(toLatinDigits(text)).trim();
  if (kind === 'phone') return plain.replace(/[-/().]/g, ' ').replace(/\s+/g, ' ');
  return kind === 'time' ? plain.replace(/^(?=\d:\d\d$)/, '0') : plain;
}

/** What a form says, before it is checked: a plain object, in which empty values and groups are left out. */
export function factsOf(values: FactValues, fields: readonly FactField[]): Record<string, unknown> {
  const root: Branch = new Map();
  for (const { name, kind } of fields) {
    const value = values[name]?.trim() ?? '';
    if (value !== '') grow(root, name.split('.'), kind === 'languages' ? value.split(/\s+/) : value);
  }
  return toFacts(root) as Record<string, unknown>;
}

type Branch = Map<string, Branch | string | string[]>;

function grow(branch: Branch, [step = '', ...rest]: string[], value: string | string[]): void {
  if (rest.length === 0) {
    branch.set(step, value);
    return;
  }
  const existing = branch.get(step);
  const next = existing instanceof Map ? existing : new Map<string, Branch | string | string[]>();
  branch.set(step, next);
  grow(next, rest, value);
}

/** Numbers are places in a list. */
function toFacts(branch: Branch): unknown {
  const entries = Array.from(branch, ([key, value]) => [key, value instanceof Map ? toFacts(value) : value] as const);
  return entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}
