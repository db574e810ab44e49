import { languages } from '#app/i18n/languages.ts';
import type { Desk } from '../../access.server.ts';
import { type FactField, groupsOf, isListSection } from '../../company/company-sections.ts';
import type { FieldProblem, FormTarget } from '../../company/section-form.ts';
import { fill } from '../../texts/desk-texts.ts';

/** Returns the name of a language in the language of the desk. @param code ISO 639-1 */
export function languageName(code: string, { language }: Pick<Desk, 'language'>): string {
  return new Intl.DisplayNames(languages[language].locale, { type: 'language' }).of(code) ?? code;
}

/** Returns the label of a field: “Name (Arabic)”, or “From (period 2)” for a day's second period. */
export function fieldLabel(desk: Pick<Desk, 'language' | 'texts'>, { label, language, name }: FactField): string {
  const t = desk.texts.company;
  const field = t.field[label];
  if (language) return fill(t.inLanguage, { field, language: languageName(language, desk) });
  const period = Number(/\.(\d)\.\w+$/.exec(name)?.[1] ?? 0);
  return period === 0 ? field : fill(t.period, { field, number: period + 1 });
}

/** Returns the id of a form. A section may have several. */
export function formId({ section, entry }: FormTarget): string {
  return entry === undefined ? `form-${section}` : `form-${section}-${entry + 1}`;
}

/** Returns the id of a form's field for the code of the authenticator app. */
export function codeId(target: FormTarget | undefined): string {
  return target ? `${formId(target)}-code` : 'undo-code';
}

/** Returns what is wrong with a field. */
export function problemText(desk: Pick<Desk, 'texts'>, { problem }: FieldProblem): string {
  return fill(desk.texts.company.problem[problem.key], problem.values);
}

/** Returns what is wrong and where: “People 2, Role (Arabic): is missing”. */
export function fieldProblemText(desk: Pick<Desk, 'language' | 'texts'>, fieldProblem: FieldProblem): string {
  const t = desk.texts.company;
  const { section, entry } = fieldProblem.target;
  const comma = languages[desk.language].comma;
  const group = groupsOf(section).find(({ fields }) => fields.some(({ name }) => name === fieldProblem.field));
  const field = group?.fields.find(({ name }) => name === fieldProblem.field);
  const where = [
    isListSection(section) ? `${t.section[section]} ${(entry ?? 0) + 1}` : undefined,
    group && groupTitle(desk, group.title),
    field && fieldLabel(desk, field),
  ].filter((part) => part !== undefined);
  return `${where.join(comma)}: ${problemText(desk, fieldProblem)}`;
}

/** Returns the title of a group of fields. */
export function groupTitle(
  { texts: { company: t } }: Pick<Desk, 'texts'>,
  title: ReturnType<typeof groupsOf>[number]['title'],
): string | undefined {
  if (title === undefined) return undefined;
  return title in t.group ? t.group[title as keyof typeof t.group] : t.day[title as keyof typeof t.day];
}
