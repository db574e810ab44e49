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

/** A form of the company page: a subject, or the entry of a list. The place after the last entry adds one. */
export type FormPlace = { section: SingleSection; entry?: undefined } | { section: ListSection; entry: number };

/** Returns the path of what a form changes: nothing for a subject, whose fields begin with the names of facts. */
export function rootOf({ section, entry }: FormPlace): FactProblem['path'] {
  return entry === undefined ? [] : [section, entry];
}

/** Returns the id of a form's control. */
export function controlId(place: FormPlace, fieldName: string): string {
  return [...rootOf(place), fieldName].join('.');
}

/** Returns the values with which a form shows the facts. */
export function valuesAt(facts: CompanyFacts, { section, entry }: FormPlace): FactValues {
  if (entry !== undefined) return valuesOf(facts[section]?.[entry]);
  return valuesOf(Object.fromEntries(singleSections[section].facts.map((name) => [name, facts[name]])));
}

/** Returns an entry of a list as text, by which a form says which one it has shown; empty for a new one. */
export function shownEntry(facts: CompanyFacts, { section, entry }: FormPlace): string {
  const shown = entry === undefined ? undefined : facts[section]?.[entry];
  return shown === undefined ? '' : JSON.stringify(shown);
}

/**
 * Finds the form that was posted.
 * @param shown see {@link shownEntry}
 * @returns undefined if the list no longer has the entry
 */
export function findPlace(facts: CompanyFacts, section: CompanySection, shown: string): FormPlace | undefined {
  if (!isListSection(section)) return { section };
  const list: readonly unknown[] = facts[section] ?? [];
  if (shown === '') return { section, entry: list.length };
  const entry = list.findIndex((item) => JSON.stringify(item) === shown);
  return entry < 0 ? undefined : { section, entry };
}

/** Returns the facts with those of one form replaced, not checked yet. */
export function replaceFacts(facts: CompanyFacts, place: FormPlace, values: FactValues): Record<string, unknown> {
  const typed = factsOf(values, fieldsOf(place.section));
  if (place.entry !== undefined) {
    const list: unknown[] = [...(facts[place.section] ?? [])];
    list[place.entry] = typed;
    return { ...facts, [place.section]: list };
  }
  const kept = Object.entries(facts).filter(([name]) => !isIn(place.section, name));
  return { ...Object.fromEntries(kept), ...typed };
}

/** Returns the facts without an entry of a list. */
export function removeEntry(facts: CompanyFacts, section: ListSection, entry: number): Record<string, unknown> {
  const { [section]: list = [], ...others } = facts;
  const left = (list as readonly unknown[]).filter((_, index) => index !== entry);
  return left.length > 0 ? { ...others, [section]: left } : others;
}

function isIn(section: SingleSection, fact: string): boolean {
  return (singleSections[section].facts as readonly string[]).includes(fact);
}

/** A problem, and the field of a form at which it is told. */
export interface PlacedProblem {
  place: FormPlace;
  /** The name of the field. */
  field: string;
  problem: FactProblem;
}

/** Finds the field of each problem, also in other forms than the posted one: values of the environment are not checked. */
export function placeProblems(problems: readonly FactProblem[]): PlacedProblem[] {
  return problems.map((problem) => {
    const place = placeOfPath(problem.path);
    const path = problem.path.slice(rootOf(place).length).join('.');
    const names = fieldsOf(place.section).map(({ name }) => name);
    const field =
      names.find((name) => name === path) ??
      // A text without any language, or a group without any value.
      names.find((name) => name.startsWith(`${path}.`)) ??
      // One of several languages.
      names.find((name) => path.startsWith(`${name}.`)) ??
      names[0] ??
      '';
    return { place, field, problem };
  });
}

function placeOfPath([fact = '', entry]: FactProblem['path']): FormPlace {
  const name = String(fact);
  if (typeof entry === 'number' && isListName(name)) return { section: name, entry };
  if (isListName(name)) return { section: name, entry: 0 };
  const names = Object.keys(singleSections) as SingleSection[];
  return { section: names.find((section) => isIn(section, name)) ?? 'name' };
}

function isListName(name: string): name is ListSection {
  return name === 'people' || name === 'partners' || name === 'memberships';
}
