import type { EntryContext } from '@remix-run/node';
import { RemixI18Next } from 'remix-i18next/server';
import { fallbackLanguage, type FormLanguage, formLanguageCodes } from '../languages.ts';
import { i18nextOptions } from './i18next-options.ts';
import { type Namespace, resources } from './resources.server.ts';

const remixI18next = new RemixI18Next({
  // Detection is off, because `languageOf` takes the language from the URL.
  detection: { supportedLanguages: [...formLanguageCodes], fallbackLanguage, order: [] },
  i18next: { ...i18nextOptions, resources },
});

/** Translates in loaders and actions, and returns the namespaces that a page's routes declare in `handle.i18n`. */
export const i18n = {
  getFixedT: <Name extends Namespace>(language: FormLanguage, namespace: Name) =>
    remixI18next.getFixedT(language, namespace),
  getRouteNamespaces: (context: EntryContext) => remixI18next.getRouteNamespaces(context),
};
