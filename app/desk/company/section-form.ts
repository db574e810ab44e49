import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import type { FactProblem } from '#app/company/facts/fact-problem.ts';
import {
  type CompanySection,
  fieldsOf,
  isListSection,
  type ListSection,
  type SingleSection,
  singleSections,
} from './company-sections.ts';
import { factsOf, type FactValues, valuesOf } from './fact-values.ts';

/**
 * What a form of the company page changes: a section, or an entry of a list. The index after the last entry adds one.
 */
export type FormTarget = { section: SingleSection; entry?: undefined } | { section: ListSection; entry: number };

/**
 * Returns the path of what a form changes: empty for a section, because the names of its fields begin with that of a
 * fact.
 */
export function rootOf({ section, entry }: FormTarget): FactProblem['path'] {
  return entry === undefined ? [] : [section, entry];
}

/** Returns the id of a form's control. */
export function controlId(target: FormTarget, fieldName: string): string {
  return [...rootOf(target), fieldName].join('.');
}

/** Returns the values of a form that shows the given facts. */
export function valuesAt(facts: CompanyFacts, { section, entry }: FormTarget): FactValues {
  if (entry !== undefined) return valuesOf(facts[section]?.[entry]);
  return valuesOf(Object.fromEntries(singleSections[section].facts.map((name) => [name, facts[name]])));
}

/** Returns an entry of a list as text, with which a form identifies the entry that it showed; `''` for a new one. */
export function shownEntry(facts: CompanyFacts, { section, entry }: FormTarget): string {
  const shown = entry === undefined ? undefined : facts[section]?.[entry];
  return shown === undefined ? '' : JSON.stringify(shown);
}

/**
 * Finds the form that was submitted.
 * @param shown see {@link shownEntry}
 * @returns undefined if the list no longer has the entry
 */
export function findTarget(facts: CompanyFacts, section: CompanySection, shown: string): FormTarget | undefined {
  if (!isListSection(section)) return { section };
  const list: readonly unknown[] = facts[section] ?? [];
  if (shown === '') return { section, entry: list.length };
  const entry = list.findIndex((item) => JSON.stringify(item) === shown);
  return entry < 0 ? undefined : { section, entry };
}

/** Returns the facts, unchecked, after replacing those of one form. */
export function replaceFacts(facts: CompanyFacts, target: FormTarget, values: FactValues): Record<string, unknown> {
  const typed = factsOf(values, fieldsOf(target.section));
  if (target.entry !== undefined) {
    const list: unknown[] = [...(facts[target.section] ?? [])];
    list[target.entry] = typed;
    return { ...facts, [target.section]: list };
  }
  const kept = Object.entries(facts).filter(([name]) => !isIn(target.section, name));
  return { ...Object.fromEntries(kept), ...typed };
}

/** Returns the facts without an entry of a list. */
export function removeEntry(facts: CompanyFacts, section: ListSection, entry: number): Record<string, unknown> {
  const { [section]: list = [], ...others } = facts;
  const remaining = (list as readonly unknown[]).filter((_, index) => index !== entry);
  return remaining.length > 0 ? { ...others, [section]: remaining } : others;
}

function isIn(section: SingleSection, fact: string): boolean {
  return (singleSections[section].facts as readonly string[]).includes(fact);
}

/** A problem, and the form field at which it is reported. */
export interface FieldProblem {
  target: FormTarget;
  /** The name of the field. */
  field: string;
  problem: FactProblem;
}

/**
 * Finds the field of each problem. It may belong to a form other than the submitted one, because values from the
 * environment have not been checked.
 */
export function assignProblems(problems: readonly FactProblem[]): FieldProblem[] {
  return problems.map((problem) => {
    const target = targetOfPath(problem.path);
    const path = problem.path.slice(rootOf(target).length).join('.');
    const names = fieldsOf(target.section).map(({ name }) => name);
    const field =
      names.find((name) => name === path) ??
      // A text that is missing in every language, or a group without any value.
      names.find((name) => name.startsWith(`${path}.`)) ??
      // One of several language codes.
      names.find((name) => path.startsWith(`${name}.`)) ??
      names[0] ??
      '';
    return { target, field, problem };
  });
}

function targetOfPath([fact = '', entry]: FactProblem['path']): FormTarget {
  const name = String(fact);
  if (typeof entry === 'number' && isListName(name)) return { section: name, entry };
  if (isListName(name)) return { section: name, entry: 0 };
  const names = Object.keys(singleSections) as SingleSection[];
  return { section: names.find((section) => isIn(section, name)) ?? 'name' };
}

function isListName(name: string): name is ListSection {
  return name === 'people' || name === 'partners' || name === 'memberships';
}
