import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { languages, type StaffLanguage } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/texts/message.ts';
import { placeText } from '#app/places/place-text.ts';
import type { RowValue } from './kinds/row.ts';

/**
 * The plain text of a row's value, for the desk.
 * @param language of place names
 * @param choice translates a choice
 */
export function rowText(value: RowValue, language: StaffLanguage, choice: (choice: Choice) => string): string {
  if ('words' in value) return value.words;
  if ('lines' in value) return value.lines;
  if ('latin' in value) return value.latin;
  if ('date' in value) return formatIsoDate(value.date, language);
  if ('choices' in value) return value.choices.map(choice).join(languages[language].comma);
  return placeText(value.place, language);
}
