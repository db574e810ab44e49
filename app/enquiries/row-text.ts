import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { languages, type StaffLanguage } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/texts/message.ts';
import { placeText } from '#app/places/place-text.ts';
import type { RowValue } from './kinds/row.ts';

/**
 * Returns the value of a row as plain text.
 * @param language language of place names and dates
 * @param translateChoice translates a choice
 */
export function rowText(value: RowValue, language: StaffLanguage, translateChoice: (choice: Choice) => string): string {
  if ('words' in value) return value.words;
  if ('lines' in value) return value.lines;
  if ('latin' in value) return value.latin;
  if ('date' in value) return formatIsoDate(value.date, language);
  if ('choices' in value) return value.choices.map(translateChoice).join(languages[language].comma);
  return placeText(value.place, language);
}
