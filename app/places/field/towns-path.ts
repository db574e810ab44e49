import type { FormLanguage } from '#app/i18n/languages.ts';

/**
 * Returns the path of the towns that start with given letters (`app/routes/towns.$letters.ts`).
 * @param letters folded
 * @param formLanguage the language of their names
 */
export function townsPath(letters: string, formLanguage: FormLanguage): string {
  return `/towns/${encodeURIComponent(letters)}?names=${formLanguage}`;
}
