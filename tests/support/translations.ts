import { type FormLanguage, type Language, languageCodes } from '../../app/i18n/languages.ts';
import { resources } from '../../app/i18n/texts/resources.server.ts';
import { pages as ar } from '../../locales/ar/pages.ts';
import { pages as en } from '../../locales/en/pages.ts';

type Texts<Code extends FormLanguage> = (typeof resources)[Code];

/** Picks texts of the interface in every page language. */
export function inEveryLanguage<Picked>(pick: (texts: Texts<Language>, language: Language) => Picked) {
  return inEach(languageCodes, pick);
}

/** Picks texts in the given languages, such as all form languages. */
export function inEach<Code extends FormLanguage, Picked>(
  codes: readonly Code[],
  pick: (texts: Texts<Code>, code: Code) => Picked,
): Record<Code, Picked> {
  return Object.fromEntries(codes.map((code) => [code, pick(resources[code], code)])) as Record<Code, Picked>;
}

/** The copy of the pages in every language, without filling in placeholders. */
export const pagesIn = { ar, en } satisfies Record<Language, unknown>;

/** Returns a page language other than the given one. */
export function otherLanguage(language: Language): Language {
  return languageCodes.find((code) => code !== language) ?? language;
}

/** The prefix that a page title gets after a failed submission (spec). */
export const errorTitle = { ar: /^خطأ: /, en: /^Error: / } satisfies Record<Language, RegExp>;
