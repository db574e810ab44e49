import { createInstance, type i18n as I18next } from 'i18next';
import { fallbackLanguage, type FormLanguage } from '../languages.ts';
import { i18nextOptions } from './i18next-options.ts';
import { rememberTexts } from './remember-texts.server.ts';
import { type Namespace, resources } from './resources.server.ts';

const instances = new Map<FormLanguage, Promise<I18next>>();

/**
 * Returns the i18next instance of a language, with all texts. All requests share it, because creating an instance takes
 * longer than translating a page; remix-i18next creates one per request and per loader.
 */
function instanceFor(language: FormLanguage): Promise<I18next> {
  const known = instances.get(language);
  if (known) return known;
  const instance = createInstance();
  const opening = instance
    .init({ ...i18nextOptions, lng: language, ns: Object.keys(resources[fallbackLanguage]), resources })
    .then(() => {
      rememberTexts(instance);
      return instance;
    });
  instances.set(language, opening);
  return opening;
}

/** Translates pages, loaders and actions. */
export const i18n = {
  instanceFor,
  getFixedT: async <Name extends Namespace>(language: FormLanguage, namespace: Name) =>
    (await instanceFor(language)).getFixedT(language, namespace),
};
