/** What every language says of itself. */
interface Profile {
  /** In the language itself, as is every text here: it is read on pages of the other languages. */
  name: string;
  dir: 'rtl' | 'ltr';
  /** BCP 47, for Intl: with the Gregorian calendar and the digits 0 to 9, also where others are usual. */
  locale: string;
  /** Between the items of a list, and between clauses. */
  comma: string;
  semicolon: string;
  /** Between day, month and year. */
  dateSeparator: string;
}

/** A language that forms are filled in in. */
interface FormProfile extends Profile {
  /** As `Date.getDay` counts: 0 is Sunday. */
  firstDayOfWeek: 0 | 1 | 6;
  /** How the days are named above a calendar's columns, as Intl calls it. */
  weekdayLength: 'narrow' | 'short';
  /** The button that brings a half-filled form along. */
  continueForm: string;
}

/** Not every language is one country's. */
export type Flag = 'flag-ar' | 'flag-en';

/** A language of pages, with addresses of its own. */
interface RoutedProfile extends FormProfile {
  use: 'routed';
  /** As Open Graph names it. */
  openGraph: string;
  /** The fonts of the first view. */
  fonts: 'arabic' | 'latin';
  /** The picture beside the language's name, where it has one. */
  flag: Flag | undefined;
}

/** A language of forms on pages of another language. */
interface FormOnlyProfile extends FormProfile {
  use: 'form-only';
  /** The language of pages that its readers get where there is none of their own, such as names of airports. */
  pageLanguage: string;
  /** The link that leads to the form. */
  readForm: string;
}

/** A language that only the company's people and the hospitals read. */
interface StaffOnlyProfile extends Profile {
  use: 'staff-only';
  pageLanguage: string;
}

/**
 * The languages, one profile each: a language is added here, and the compiler then names every text that it lacks.
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
    // On Saturday (spec, section 9).
    firstDayOfWeek: 6,
    // The usual single letter: the names are too long, and shortened they are no words.
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
    dateSeparator: '/',
    firstDayOfWeek: 1,
    weekdayLength: 'short',
    readForm: 'Заполнить эту форму на русском языке',
    continueForm: 'Продолжить на русском языке (введённые данные сохранятся)',
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

type CodeWith<Wanted extends Use> = {
  [Code in keyof typeof languages]: (typeof languages)[Code]['use'] extends Wanted ? Code : never;
}[keyof typeof languages];

/** A language of pages, with addresses of its own. */
export type Language = CodeWith<'routed'>;

/** A language in which a form may be read and filled in, but no page (spec, section 1). */
export type FormOnlyLanguage = CodeWith<'form-only'>;

/** A language in which a form may be read and filled in. */
export type FormLanguage = Language | FormOnlyLanguage;

/** A language that visitors never see. */
export type StaffOnlyLanguage = CodeWith<'staff-only'>;

/** A language in which the company's people are told of requests: their own, and that of whoever wrote. */
export type StaffLanguage = FormLanguage | StaffOnlyLanguage;

const codes = Object.keys(languages) as StaffLanguage[];
const codesWith = <Wanted extends Use>(...wanted: Wanted[]) =>
  codes.filter((code) => (wanted as Use[]).includes(languages[code].use)) as CodeWith<Wanted>[];

/** The routed languages: the one list that routes, templates, tests and the language switch read. */
export const languageCodes: readonly Language[] = codesWith('routed');
export const formOnlyCodes: readonly FormOnlyLanguage[] = codesWith('form-only');
/** Every language that a form may be worded in. */
export const formLanguageCodes: readonly FormLanguage[] = codesWith('routed', 'form-only');

export const defaultLanguage: Language = 'ar';
/** Where a text is missing in a language (spec, section 9); the compiler and the locale gate keep this from being used. */
export const fallbackLanguage: Language = 'en';
/** The language of the company's people and of the doctors in Germany. */
export const companyLanguage: StaffOnlyLanguage = 'de';

export function isLanguage(value: unknown): value is Language {
  return (languageCodes as readonly unknown[]).includes(value);
}

/** Whether this is a language of forms that no page is in. */
export function isFormOnly(value: unknown): value is FormOnlyLanguage {
  return (formOnlyCodes as readonly unknown[]).includes(value);
}

export function isFormLanguage(value: unknown): value is FormLanguage {
  return (formLanguageCodes as readonly unknown[]).includes(value);
}

/** The language of pages for readers of a language: their own, or where it has none the one that its profile names. */
export function pageLanguage(code: StaffLanguage): Language {
  return isLanguage(code) ? code : languages[code].pageLanguage;
}

/** The picture beside a language's name, where it has one. */
export function flagOf(language: Language): Flag | undefined {
  return languages[language].flag;
}
