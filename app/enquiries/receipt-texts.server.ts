import { fallbackLanguage, type Wording } from '#app/i18n/languages.ts';
import { resources, type Resources } from '#app/i18n/resources.server.ts';

/** The receipt's texts, which put an enquiry's rows into words; English where a language has none of its own. */
export function receiptTexts(language: Wording): Resources['receipt'] {
  return (resources[language].receipt ?? resources[fallbackLanguage].receipt) as Resources['receipt'];
}
