import { formatIsoDate, formatTimestampIn } from '#app/i18n/format/dates.ts';
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
  if ('text' in value) return value.text;
  if ('multilineText' in value) return value.multilineText;
  if ('ltr' in value) return value.ltr;
  if ('date' in value) return formatIsoDate(value.date, language);
  if ('choices' in value) return value.choices.map(translateChoice).join(languages[language].comma);
  if ('moment' in value) return formatTimestampIn(value.timeZone, value.moment, language);
  if ('language' in value) {
    return new Intl.DisplayNames(languages[language].locale, { type: 'language' }).of(value.language) ?? value.language;
  }
  return placeText(value.place, language);
}
