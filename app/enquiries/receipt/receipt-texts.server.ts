import { type FormLanguage, isFormLanguage, type StaffLanguage, type StaffOnlyLanguage } from '#app/i18n/languages.ts';
import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import { germanLabels } from './german-labels.ts';

/** Returns the receipt's texts, including the labels of rows and choices. */
export function receiptTexts(language: FormLanguage) {
  return resources[language].receipt;
}

/** The labels of an enquiry's rows and choices in one language. */
export interface EnquiryLabels {
  row: Record<RowLabel, string>;
  choice: Record<Choice, string>;
}

/** The labels in languages that visitors never see. */
const staffOnlyLabels: Record<StaffOnlyLanguage, EnquiryLabels> = { de: germanLabels };

/** Returns the labels in a language: those of the receipt if visitors can use that language, otherwise those for staff. */
export function labelsIn(language: StaffLanguage): EnquiryLabels {
  return isFormLanguage(language) ? receiptTexts(language) : staffOnlyLabels[language];
}
