import type { InitOptions } from 'i18next';
import { fallbackLanguage, formLanguageCodes } from '../languages.ts';

/** The i18next options that server and browser share. */
export const i18nextOptions = {
  supportedLngs: formLanguageCodes,
  fallbackLng: fallbackLanguage,
  defaultNS: 'common' as const,
  // React escapes already; escaping twice would display `&amp;`.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
