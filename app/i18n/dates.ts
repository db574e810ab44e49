import { languages, russian, type Wording } from './languages.ts';

/** A calendar date without a time: `yyyy-MM-dd`. */
export type IsoDate = string;

/** Whether this is a date of the calendar in the form yyyy-MM-dd, which a native date field can show. */
export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The earliest calendar date that is still "today" anywhere on Earth: that of UTC−12. */
export function earliestToday(now: Date): IsoDate {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** `27/03/2027` (spec, section 9: short date dd/MM/yyyy). */
export function formatIsoDate(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return `${day}/${month}/${year}`;
}

/** A moment in words, in the time zone of the device that shows it: `27 March 2027 at 09:30`. In browsers only. */
export function formatMomentHere(milliseconds: number, language: Wording): string {
  return momentIn(language, undefined).format(milliseconds);
}

/** A moment in words, in the company's time zone, which the text around it names: receipts are compared on the telephone. */
export function formatMoment(milliseconds: number, language: Wording): string {
  return momentIn(language, 'Europe/Berlin').format(milliseconds);
}

function momentIn(language: Wording, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'ru' ? russian.locale : languages[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}
