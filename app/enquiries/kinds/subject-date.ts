import { formatIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import { companyLanguage } from '#app/i18n/languages.ts';

/** A date in a mail's subject: `27.03.2027`. */
export function subjectDate(date: IsoDate): string {
  return formatIsoDate(date, companyLanguage);
}
