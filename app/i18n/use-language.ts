import { useTranslation } from 'react-i18next';
import { defaultLanguage, isLanguage, type Language } from './languages.ts';

/** The page's language: that of its address, which is what i18next was started with on both sides. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}
