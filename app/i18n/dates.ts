import { languages, russian, type Language, type Wording } from './languages.ts';

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

/** `08:30`, of a wall clock in seconds as if it were UTC (spec, section 9: HH:mm). */
export function formatClock(local: number): string {
  return new Date(local * 1000).toISOString().slice(11, 16);
}

/** `14:05` at the company, of a moment in milliseconds. */
export function formatClockInBerlin(milliseconds: number): string {
  return berlinClock.format(milliseconds);
}

const berlinClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
});

/** The day of a wall clock: `Tue 05/01/2027`. On the server only, for the sake of equal wording. */
export function formatWallDay(local: number, language: Language): string {
  return `${dayFormat(language, { weekday: 'short' }).format(local * 1000)} ${formatIsoDate(isoDayOf(local))}`;
}

/** The same in words, for reading out: `Tuesday 5 January`. */
export function formatWallDayInWords(local: number, language: Language): string {
  return dayFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(local * 1000);
}

/** How many days of the calendar one wall clock is ahead of another: 1 for the next day, however few the hours. */
export function daysBetween(earlier: number, later: number): number {
  return Math.floor(later / 86_400) - Math.floor(earlier / 86_400);
}

/** The day of a wall clock, yyyy-MM-dd. */
export function isoDayOf(local: number): IsoDate {
  return new Date(local * 1000).toISOString().slice(0, 10);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it some hundred times. */
function dayFormat(language: Language, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(parts)}`;
  const known = dayFormats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(languages[language].locale, { ...parts, timeZone: 'UTC' });
  dayFormats.set(key, format);
  return format;
}
