import type { Wording } from '../../app/i18n/languages.ts';

/** What is wrong with a text as such, in words; empty for a sound one. `{{marks}}` and `<tags>` count as no language. */
export function textProblems(text: string, language: Wording): string[] {
  const words = text.replace(/\{\{[^}]*\}\}|<[^>]*>/g, '');
  const isArabic = language === 'ar';
  return [
    text.trim() === '' && 'empty',
    text !== text.trim() && 'blank at an end',
    /\s{2}/.test(text) && 'two blanks in a row',
    isArabic && /\p{L}/u.test(words) && !/\p{Script=Arabic}/u.test(words) && 'no Arabic',
    language === 'ru' && /\p{L}/u.test(words) && !/\p{Script=Cyrillic}/u.test(words) && 'no Russian',
    isArabic && /[\p{Script=Arabic}\p{M}][,;?]/u.test(text) && 'Latin punctuation',
    isArabic && text.includes('\u0640') && 'tatweel',
    isArabic && /[\u0660-\u0669\u06F0-\u06F9]/.test(text) && 'digits that are not Latin',
  ].filter((problem) => typeof problem === 'string');
}
