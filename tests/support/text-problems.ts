import type { FormLanguage } from '../../app/i18n/languages.ts';

/**
 * Lists mechanical problems in a text: whitespace, script, punctuation, digits. The script check ignores
 * `{{placeholders}}` and `<tags>`.
 */
export function textProblems(text: string, language: FormLanguage): string[] {
  const withoutMarkup = text.replace(/\{\{[^{}]*\}\}|<[^<>]*>/g, '');
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
