import type { InitOptions } from 'i18next';
import { fallbackLanguage, languageCodes } from './languages.ts';

/** What the server's and the browser's i18next have in common. */
export const i18nextOptions = {
  // Russian is the wording of one form only (`InWording`).
  supportedLngs: [...languageCodes, 'ru'],
  fallbackLng: fallbackLanguage,
  defaultNS: 'common',
  // React escapes what it renders; a second escaping would show `&amp;` to people.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
