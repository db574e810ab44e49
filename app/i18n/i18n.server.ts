import { RemixI18Next } from 'remix-i18next/server';
import { i18nextOptions } from './i18next-options.ts';
import { defaultLanguage, languageCodes } from './languages.ts';
import { languageOfRequest } from './language-choice.server.ts';
import { resources } from './resources.server.ts';

/**
 * Translation in loaders and actions, and the namespaces that a page's routes declare in `handle.i18n`.
 * The address decides the language (`languageOfRequest`); nothing else is asked.
 */
export const i18n = new RemixI18Next({
  detection: {
    supportedLanguages: languageCodes,
    fallbackLanguage: defaultLanguage,
    order: ['custom'],
    findLocale: (request) => Promise.resolve(languageOfRequest(request)),
  },
  i18next: { ...i18nextOptions, resources },
});
