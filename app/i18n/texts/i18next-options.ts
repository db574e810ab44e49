import type { InitOptions } from 'i18next';
import { fallbackLanguage, formLanguageCodes } from '../languages.ts';

/** i18next options shared by server and browser. */
export const i18nextOptions = {
  supportedLngs: formLanguageCodes,
  fallbackLng: fallbackLanguage,
  defaultNS: 'common',
  // React already escapes; escaping twice would display `&amp;`.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
