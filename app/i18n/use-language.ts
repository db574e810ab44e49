import { useTranslation } from 'react-i18next';
import { defaultLanguage, type FormLanguage, isFormLanguage, type Language, pageLanguage } from './languages.ts';

/**
 * The page's language, from its URL: i18next is initialised with it on both sides. Inside a form whose language has no
 * pages it is that language's page language, for names of places and links to pages.
 */
export function useLanguage(): Language {
  return pageLanguage(useFormLanguage());
}

/** The form language of this part of the page. */
export function useFormLanguage(): FormLanguage {
  const { language } = useTranslation().i18n;
  return isFormLanguage(language) ? language : defaultLanguage;
}
