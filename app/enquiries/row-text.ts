import { airportByCode, airportInFull } from '#app/airports/airport.ts';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { formatIsoDate } from '#app/i18n/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/message.ts';
import type { RowValue } from './enquiry-rows.ts';

/**
 * What stands in a row, as plain text.
 * @param language in which names of airports are given
 * @param choice puts a chosen answer into words
 */
export function rowText(value: RowValue, language: Language, choice: (choice: Choice) => string): string {
  if ('words' in value) return value.words;
  if ('lines' in value) return value.lines;
  if ('latin' in value) return value.latin;
  if ('date' in value) return formatIsoDate(value.date);
  if ('choices' in value) return value.choices.map(choice).join(language === 'ar' ? '، ' : ', ');
  const airport = airportByCode(value.airport);
  return airport ? `${airportInFull(airport, language)} (${isolateLtr(value.airport)})` : value.airport;
}
