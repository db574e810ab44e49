import { useTranslation } from 'react-i18next';
import { defaultLanguage, isLanguage, type Language, type Wording } from './languages.ts';

/**
 * The page's language: that of its address, which is what i18next was started with on both sides. Within a part that
 * is worded in Russian it is English, in which its readers find names of places and other pages.
 */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  if (i18n.language === 'ru') return 'en';
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}

/** The language in which this part of the page is worded. */
export function useWording(): Wording {
  const language = useLanguage();
  const { i18n } = useTranslation();
  return i18n.language === 'ru' ? 'ru' : language;
}
