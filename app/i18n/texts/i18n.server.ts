import { RemixI18Next } from 'remix-i18next/server';
import { fallbackLanguage, formLanguageCodes } from '../languages.ts';
import { i18nextOptions } from './i18next-options.ts';
import { resources } from './resources.server.ts';

/** Translates loaders and actions, and lists the namespaces of a page. Callers pass the language. */
export const i18n = new RemixI18Next({
  detection: { supportedLanguages: [...formLanguageCodes], fallbackLanguage },
  i18next: { ...i18nextOptions, resources },
});
