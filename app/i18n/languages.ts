/**
 * The routed languages: the one list that routes, templates, tests and the language switch read.
 * Arabic comes first because it is the default (spec, section 9).
 */
export const languages = {
  ar: {
    name: 'العربية',
    dir: 'rtl',
    locale: 'ar-u-ca-gregory-nu-latn',
    openGraph: 'ar_AR',
    continueForm: 'تابع تعبئة النموذج بالعربية، ولن تفقد ما أدخلته',
  },
  en: {
    name: 'English',
    dir: 'ltr',
    locale: 'en-GB',
    openGraph: 'en_GB',
    continueForm: 'Continue this form in English and keep what you have entered',
  },
} as const satisfies Record<string, LanguageOption>;

interface LanguageOption {
  /** In the language itself, as is every text here: it is read on pages of the other languages. */
  name: string;
  dir: 'rtl' | 'ltr';
  /** BCP 47, for Intl. */
  locale: string;
  /** As Open Graph names it. */
  openGraph: string;
  /** The button that brings a half-filled form along. */
  continueForm: string;
}

export type Language = keyof typeof languages;

/**
 * A language in which a form may be read and filled in. Russian is no language of pages: one form is worded in it
 * (spec, section 1).
 */
export type Wording = Language | 'ru';

/** Russian, for the links and buttons that lead to its wording. */
export const russian = {
  dir: 'ltr',
  locale: 'ru-RU',
  readForm: 'Заполнить эту форму на русском языке',
  continueForm: 'Продолжить на русском языке (введённые данные сохранятся)',
} as const;

export const languageCodes = Object.keys(languages) as Language[];
export const defaultLanguage: Language = 'ar';
/** Where a text is missing in a language (spec, section 9); the locale gate keeps this from ever being used. */
export const fallbackLanguage: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return (languageCodes as unknown[]).includes(value);
}

/** The two ways in which a path carries its language: `/ar/…`, and `/treatment/ar/…` (spec, section 2). */
const languageInPath = /^(?:\/(treatment))?\/([^/?#]+)(?=[/?#]|$)/;
/** The hand-off to a ticket partner says it in its query (spec, section 7). */
const languageInQuery = /^(\/deeplink\?(?:[^#]*&)?locale=)([^&#]*)/;

/** The language of a path (query and fragment may follow), or undefined where it names none. */
export function languageOfPath(path: string): Language | undefined {
  const found = languageInQuery.exec(path)?.[2] ?? languageInPath.exec(path)?.[2];
  return isLanguage(found) ? found : undefined;
}

/**
 * The address of a page in a language. A page is named by its path without a language: `/` is home, `/about`,
 * `/treatment/oncology` (whose address is `/treatment/ar/oncology`). A fragment alone, `#form`, stays as it is.
 */
export function pathIn(language: Language, page: string): string {
  if (page.startsWith('#')) return page;
  const category = /^\/treatment(\/.+)$/.exec(page)?.[1];
  if (category) return `/treatment/${language}${category}`;
  return `/${language}${page.replace(/^\/(?=[?#]|$)/, '')}`;
}

/** The same page in another language: `/ar/about?x=1` becomes `/en/about?x=1`; home where there is none. */
export function inLanguage(path: string, language: Language): string {
  if (!languageOfPath(path)) return `/${language}`;
  if (languageInQuery.test(path)) return path.replace(languageInQuery, `$1${language}`);
  return path.replace(languageInPath, (_, treatment?: string) => `${treatment ? '/treatment' : ''}/${language}`);
}
