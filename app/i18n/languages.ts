/**
 * The routed languages: the one list that routes, templates, tests and the language switch read.
 * Arabic comes first because it is the default (spec, section 9).
 */
export const languages = {
  ar: {
    name: 'العربية',
    dir: 'rtl',
    locale: 'ar-u-ca-gregory-nu-latn',
    continueForm: 'تابع تعبئة النموذج بالعربية، ولن تفقد ما أدخلته',
  },
  en: {
    name: 'English',
    dir: 'ltr',
    locale: 'en-GB',
    continueForm: 'Continue this form in English and keep what you have entered',
  },
} as const satisfies Record<string, LanguageOption>;

interface LanguageOption {
  /** In the language itself, as is every text here: it is read on pages of the other languages. */
  name: string;
  dir: 'rtl' | 'ltr';
  /** BCP 47, for Intl. */
  locale: string;
  /** The button that brings a half-filled form along. */
  continueForm: string;
}

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];
export const defaultLanguage: Language = 'ar';
/** Where a text is missing in a language (spec, section 9); the locale gate keeps this from ever being used. */
export const fallbackLanguage: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return (languageCodes as unknown[]).includes(value);
}

/** The language a path (query and fragment may follow) is written in, or undefined where its first segment names none. */
export function languageOfPath(pathname: string): Language | undefined {
  const first = pathname.split(/[/?#]/)[1];
  return isLanguage(first) ? first : undefined;
}

/** The same page in another language: `/ar/about?x=1` becomes `/en/about?x=1`. */
export function inLanguage(path: string, language: Language): string {
  return languageOfPath(path) ? path.replace(/^\/[^/?#]+/, `/${language}`) : `/${language}`;
}
