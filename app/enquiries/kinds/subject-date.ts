import { formatIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import { companyLanguage } from '#app/i18n/languages.ts';

/** Formats a date for an email's subject: `27.03.2027`. */
export function formatSubjectDate(date: IsoDate): string {
  return formatIsoDate(date, companyLanguage);
}
