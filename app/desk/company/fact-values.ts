import { maxLanguages } from '#app/company/facts/company-facts.ts';
import { toLatinDigits, withoutBidiMarks } from '#app/i18n/input/digits.ts';
import type { FactField } from './company-sections.ts';

/** The values of a form as text, by the names of its fields. Language codes are separated by spaces. */
export type FactValues = Readonly<Record<string, string>>;

/** Returns the form values that show the given facts: the inverse of {@link factsOf}. */
export function valuesOf(facts: unknown, name = ''): FactValues {
  if (typeof facts === 'string') return { [name]: facts };
  if (typeof facts !== 'object' || facts === null) return {};
  if (Array.isArray(facts) && facts.every((item) => typeof item === 'string')) return { [name]: facts.join(' ') };
  const nested = Object.entries(facts).map(([key, value]) => valuesOf(value, name === '' ? key : `${name}.${key}`));
  return Object.assign({}, ...nested) as FactValues;
}

/** Returns the values of a submitted form. Values that it does not contain are empty. */
export function readValues(form: FormData, fields: readonly FactField[]): FactValues {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  return Object.fromEntries(fields.map((field) => [field.name, tidy(texts(field.name).join(' '), field)]));
}

/** Longer texts are no facts: they are shown again as typed, with the reason why they cannot be saved (characters). */
const maxTypedLength = 5000;

/** Removes characters that make no difference but are often typed or pasted. */
function tidy(text: string, { kind }: FactField): string {
  if (text.length > maxTypedLength) return text;
  if (kind === 'line' || kind === 'paragraph') return joinLines(text);
  const plain = withoutBidiMarks(toLatinDigits(text)).trim();
  if (kind === 'phone') return plain.replace(/[-/().]/g, ' ').replace(/\s+/g, ' ');
  return kind === 'time' ? plain.replace(/^(?=\d:\d\d$)/, '0') : plain;
}

/** Joins the lines of a text with spaces. */
function joinLines(text: string): string {
  const lines = text.split(/[\r\n]+/);
  return lines.length === 1
    ? text
    : lines
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ');
}

/** Returns a form's values, unchecked, as nested facts without empty values and groups. */
export function factsOf(values: FactValues, fields: readonly FactField[]): Record<string, unknown> {
  const root: Branch = new Map();
  for (const { name, kind } of fields) {
    const value = values[name]?.trim() ?? '';
    if (value !== '') setAt(root, name.split('.'), kind === 'languages' ? languagesOf(value) : value);
  }
  return toFacts(root) as Record<string, unknown>;
}

/** Returns language codes: if there are more than a fact may have, one more. */
function languagesOf(value: string): string[] {
  return value.split(/\s+/, maxLanguages + 1);
}

type Branch = Map<string, Branch | string | string[]>;

function setAt(branch: Branch, [key = '', ...rest]: string[], value: string | string[]): void {
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const existing = branch.get(key);
  const next = existing instanceof Map ? existing : new Map<string, Branch | string | string[]>();
  branch.set(key, next);
  setAt(next, rest, value);
}

/** Converts a tree of values to plain objects and arrays. Keys that are numbers are indexes of a list. */
function toFacts(branch: Branch): unknown {
  const entries = Array.from(branch, ([key, value]) => [key, value instanceof Map ? toFacts(value) : value] as const);
  return entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}
