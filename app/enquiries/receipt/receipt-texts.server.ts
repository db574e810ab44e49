import { type FormLanguage, isFormLanguage, type StaffLanguage, type StaffOnlyLanguage } from '#app/i18n/languages.ts';
import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import { germanLabels } from './german-labels.ts';

/** The receipt's texts, which put an enquiry's rows into words. */
export function receiptTexts(language: FormLanguage) {
  return resources[language].receipt;
}

/** What the lines of an enquiry, and the answers that were chosen, are called in one language. */
export interface LabelTexts {
  row: Record<RowLabel, string>;
  choice: Record<Choice, string>;
}

/** In languages that visitors never see. */
const staffOnlyLabels: Record<StaffOnlyLanguage, LabelTexts> = { de: germanLabels };

/** As on the receipt, where visitors have one in that language. */
export function labelTexts(language: StaffLanguage): LabelTexts {
  return isFormLanguage(language) ? receiptTexts(language) : staffOnlyLabels[language];
}
