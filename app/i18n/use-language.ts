import { useTranslation } from 'react-i18next';
import { defaultLanguage, type FormLanguage, isFormLanguage, type Language, pageLanguage } from './languages.ts';

/**
 * Returns the page's language, from its URL; server and browser initialise i18next with it. Inside a form in a language
 * without pages it returns the page language of that language, for place names and links to pages.
 */
export function useLanguage(): Language {
  return pageLanguage(useFormLanguage());
}

/** Returns the form language of this part of the page. */
export function useFormLanguage(): FormLanguage {
  const { language } = useTranslation().i18n;
  return isFormLanguage(language) ? language : defaultLanguage;
}
