import { useTranslation } from 'react-i18next';
import { defaultLanguage, type FormLanguage, isFormLanguage, type Language, pageLanguage } from './languages.ts';

/**
 * Returns the language of the page, or, if that is a form-only language, its page language, for what exists only in
 * languages with pages.
 */
export function useLanguage(): Language {
  return pageLanguage(useFormLanguage());
}

/** Returns the language in which the page is written; server and browser initialise i18next with it. */
export function useFormLanguage(): FormLanguage {
  const { language } = useTranslation().i18n;
  return isFormLanguage(language) ? language : defaultLanguage;
}
