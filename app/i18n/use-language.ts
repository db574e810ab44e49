import { useTranslation } from 'react-i18next';
import { defaultLanguage, type FormLanguage, isFormLanguage, type Language, pageLanguage } from './languages.ts';

/**
 * Returns the language of the page; if that is a form-only language, returns its page language, for content that exists
 * only in routed languages.
 */
export function useLanguage(): Language {
  return pageLanguage(useFormLanguage());
}

/** Returns the language in which the page is written; server and browser initialise i18next with it. */
export function useFormLanguage(): FormLanguage {
  const { language } = useTranslation().i18n;
  return isFormLanguage(language) ? language : defaultLanguage;
}
