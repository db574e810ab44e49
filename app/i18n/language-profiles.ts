/** The properties of every language. */
interface Profile {
  /** The language's own name for itself. This and all texts of a profile appear on pages in other languages. */
  name: string;
  dir: 'rtl' | 'ltr';
  /** The BCP 47 locale for Intl, always with the Gregorian calendar and the digits 0 to 9. */
  locale: string;
  /** Separates the items of a list. */
  comma: string;
  /** Separates clauses. */
  semicolon: string;
  /** Separates day, month and year. */
  dateSeparator: string;
}

/** A language in which visitors can fill in forms. */
interface FormProfile extends Profile {
  /** The first day of the week, counted like `Date.getDay`: 0 is Sunday. */
  firstDayOfWeek: 0 | 1 | 6;
  /** The Intl format of the weekday names above the columns of a calendar. */
  weekdayLength: 'narrow' | 'short';
  /** The label of the button that reopens a half-filled form in this language. */
  continueForm: string;
  /** The Open Graph locale. */
  openGraph: string;
  /** The fonts that the initial viewport needs. */
  fonts: 'arabic' | 'latin';
  /** The picture next to the language's name, if it has one. */
  flag: Flag | undefined;
}

/**
 * The flags that stand for languages. Not every language has one, because not every language belongs to one country.
 */
export type Flag = 'flag-ar' | 'flag-en';

/** A language in which the site has pages, with their own URLs. */
interface RoutedProfile extends FormProfile {
  use: 'routed';
}

/** A language in which only some pages exist: forms and related pages. They are under the URLs of another language. */
interface FormOnlyProfile extends FormProfile {
  use: 'form-only';
  /** The language of all other pages. Links to those pages use it. */
  pageLanguage: string;
  /** The paths of its pages, without a language. The first one replaces the home page. */
  pages: readonly [string, ...string[]];
  /** The label of the link to the form in this language. */
  readForm: string;
}

/** A language that only the company's staff and hospitals read. */
interface StaffOnlyProfile extends Profile {
  use: 'staff-only';
  pageLanguage: string;
}

/**
 * The profiles of all languages. To add a language, add its profile here; the compiler then reports every missing text.
 * Arabic comes first because it is the default (spec, section 9).
 */
export const languages = {
  ar: {
    use: 'routed',
    name: 'العربية',
    dir: 'rtl',
    locale: 'ar-u-ca-gregory-nu-latn',
    comma: '، ',
    semicolon: '؛ ',
    dateSeparator: '/',
    // Saturday (spec, section 9).
    firstDayOfWeek: 6,
    // The usual single letters, because the full names are too long and cannot be abbreviated.
    weekdayLength: 'narrow',
    continueForm: 'تابع تعبئة النموذج بالعربية، ولن تفقد ما أدخلته',
    openGraph: 'ar_AR',
    fonts: 'arabic',
    flag: 'flag-ar',
  },
  en: {
    use: 'routed',
    name: 'English',
    dir: 'ltr',
    locale: 'en-GB',
    comma: ', ',
    semicolon: '; ',
    dateSeparator: '/',
    firstDayOfWeek: 1,
    weekdayLength: 'short',
    continueForm: 'Continue this form in English and keep what you have entered',
    openGraph: 'en_GB',
    fonts: 'latin',
    flag: 'flag-en',
  },
  ru: {
    use: 'form-only',
    pageLanguage: 'en',
    name: 'Русский',
    dir: 'ltr',
    locale: 'ru-RU',
    comma: ', ',
    semicolon: '; ',
    dateSeparator: '.',
    firstDayOfWeek: 1,
    weekdayLength: 'short',
    readForm: 'Заполнить эту форму на русском языке',
    continueForm: 'Продолжить на русском языке (введённые данные сохранятся)',
    openGraph: 'ru_RU',
    // Cyrillic letters are shown in system fonts; digits and names in Latin script are shown in ours.
    fonts: 'latin',
    // Russian is read in many countries.
    flag: undefined,
    pages: [
      '/contact',
      '/services/evacuation',
      '/medical-flight/air-ambulance',
      '/medical-flight/incubator',
      '/medical-flight/ground-ambulance',
      '/medical-flight/medical-escort',
      '/privacy-policy',
      '/cookie-preferences',
      '/call-back',
    ],
  },
  de: {
    use: 'staff-only',
    pageLanguage: 'en',
    name: 'Deutsch',
    dir: 'ltr',
    locale: 'de-DE',
    comma: ', ',
    semicolon: '; ',
    dateSeparator: '.',
  },
} as const satisfies Record<string, RoutedProfile | FormOnlyProfile | StaffOnlyProfile>;

type Use = (typeof languages)[keyof typeof languages]['use'];

/** The codes of the languages with one of the given uses. */
type CodeWith<SelectedUse extends Use> = {
  [Code in keyof typeof languages]: (typeof languages)[Code]['use'] extends SelectedUse ? Code : never;
}[keyof typeof languages];

/** A language in which the site has pages, with URLs of their own. */
export type Language = CodeWith<'routed'>;

/** A language that is available for forms and related pages, but not for all pages (spec, section 1). */
export type FormOnlyLanguage = CodeWith<'form-only'>;

/** A language that is available for forms. */
export type FormLanguage = Language | FormOnlyLanguage;

/** A language that only staff and hospitals see. */
export type StaffOnlyLanguage = CodeWith<'staff-only'>;

/** A language in which staff read enquiries: their own, or the form language of the visitor. */
export type StaffLanguage = FormLanguage | StaffOnlyLanguage;

const codes = Object.keys(languages) as StaffLanguage[];
const codesWith = <SelectedUse extends Use>(...uses: SelectedUse[]) =>
  codes.filter((code) => (uses as Use[]).includes(languages[code].use)) as CodeWith<SelectedUse>[];

/** The languages with pages: the only list of them, for routes, components and tests. */
export const languageCodes: readonly Language[] = codesWith('routed');
/** The languages in which only forms and related pages exist. */
export const formOnlyCodes: readonly FormOnlyLanguage[] = codesWith('form-only');
/** All languages with forms, which the language menu offers. */
export const formLanguageCodes: readonly FormLanguage[] = codesWith('routed', 'form-only');

export const defaultLanguage: Language = 'ar';
/**
 * The language that replaces a missing text (spec, section 9). The compiler and the locale tests ensure that no text is
 * missing.
 */
export const fallbackLanguage: Language = 'en';
/** The language of the company's staff and of the doctors in Germany. */
export const companyLanguage: StaffOnlyLanguage = 'de';

export function isLanguage(value: unknown): value is Language {
  return (languageCodes as readonly unknown[]).includes(value);
}

/** Returns whether a value is a form-only language. */
export function isFormOnlyLanguage(value: unknown): value is FormOnlyLanguage {
  return (formOnlyCodes as readonly unknown[]).includes(value);
}

export function isFormLanguage(value: unknown): value is FormLanguage {
  return (formLanguageCodes as readonly unknown[]).includes(value);
}

/** Returns a language itself if it has pages, or else the page language of its profile. */
export function pageLanguage(code: StaffLanguage): Language {
  return isLanguage(code) ? code : languages[code].pageLanguage;
}

/**
 * Returns whether a page exists in a language.
 * @param page the page's path without a language, query or fragment
 */
export function hasPage(language: FormLanguage, page: string): boolean {
  const profile = languages[language];
  return profile.use === 'routed' || (profile.pages as readonly string[]).includes(page);
}

/** Returns the flag of a language, if it has one. */
export function flagOf(language: FormLanguage): Flag | undefined {
  return languages[language].flag;
}
