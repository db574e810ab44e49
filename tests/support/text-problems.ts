import type { FormLanguage } from '../../app/i18n/languages.ts';

/** Formal problems of a text; empty if there are none. `{{placeholders}}` and `<tags>` are ignored when checking the script. */
export function textProblems(text: string, language: FormLanguage): string[] {
  const withoutMarkup = text.replace(/\{\{[^}]*\}\}|<[^>]*>/g, '');
  const isArabic = language === 'ar';
  return [
    text.trim() === '' && 'empty',
    text !== text.trim() && 'leading or trailing whitespace',
    /\s{2}/.test(text) && 'consecutive whitespace',
    isArabic && /\p{L}/u.test(withoutMarkup) && !/\p{Script=Arabic}/u.test(withoutMarkup) && 'no Arabic letters',
    language === 'ru' &&
      /\p{L}/u.test(withoutMarkup) &&
      !/\p{Script=Cyrillic}/u.test(withoutMarkup) &&
      'no Cyrillic letters',
    isArabic && /[\p{Script=Arabic}\p{M}][,;?]/u.test(text) && 'Latin punctuation',
    isArabic && text.includes('\u0640') && 'tatweel',
    isArabic && /[\u0660-\u0669\u06F0-\u06F9]/.test(text) && 'Arabic-Indic or Persian digits',
  ].filter((problem) => typeof problem === 'string');
}
