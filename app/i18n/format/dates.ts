import { type FormLanguage, type Language, languages, type StaffLanguage } from '../languages.ts';
import { timeZoneName } from './time-zones.ts';

/** A calendar date without a time: `yyyy-MM-dd`. */
export type IsoDate = string;

/** Returns whether a string is a valid calendar date in the form `yyyy-MM-dd`, as a native date input requires. */
export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the earliest date that is "today" anywhere on Earth, which is the date at UTC−12. */
export function earliestToday(now: Date): IsoDate {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** Formats a date as `27/03/2027` (spec, section 9: dd/MM/yyyy), with the language's own separator. */
export function formatIsoDate(date: IsoDate, language: StaffLanguage): string {
  return date.split('-').reverse().join(languages[language].dateSeparator);
}

/** Formats a timestamp (ms) in the device's time zone, for browsers only: `27 March 2027 at 09:30`. */
export function formatTimestampOnDevice(milliseconds: number, language: FormLanguage): string {
  return timestampFormat(language, undefined).format(milliseconds);
}

/**
 * Formats a timestamp (ms) in the company's time zone, so that visitors and staff see the same time when they compare
 * receipts on the phone. The surrounding text has to name the time zone.
 */
export function formatTimestampInBerlin(milliseconds: number, language: FormLanguage): string {
  return timestampFormat(language, 'Europe/Berlin').format(milliseconds);
}

/** Formats a timestamp (ms) in a time zone (IANA name), which it names: `27 March 2027 at 09:30 (Saudi Arabia Time)`. */
export function formatTimestampIn(timeZone: string, milliseconds: number, language: StaffLanguage): string {
  return `${timestampFormat(language, timeZone).format(milliseconds)} (${timeZoneName(timeZone, language)})`;
}

function timestampFormat(language: StaffLanguage, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languages[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}

/** Formats a local wall-clock time (seconds, stored as if UTC) as `08:30` (spec, section 9: HH:mm). */
export function formatLocalTime(local: number): string {
  return new Date(local * 1000).toISOString().slice(11, 16);
}

/** Formats a timestamp (ms) as the time in Berlin: `14:05`. */
export function formatTimeInBerlin(milliseconds: number): string {
  return berlinClock.format(milliseconds);
}

const berlinClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
});

/**
 * Formats the date of a local wall-clock time: `Tue 05/01/2027`. For the server only, because browsers may format dates
 * differently, which would break hydration.
 */
export function formatLocalDate(local: number, language: Language): string {
  return `${dayFormat(language, { weekday: 'short' }).format(local * 1000)} ${formatIsoDate(isoDateOf(local), language)}`;
}

/** Formats the date of a local wall-clock time without the year, for use near a date that has it: `Tue 05/01`. */
export function formatLocalDay(local: number, language: Language): string {
  const [, month = '', day = ''] = isoDateOf(local).split('-');
  return `${dayFormat(language, { weekday: 'short' }).format(local * 1000)} ${day}${languages[language].dateSeparator}${month}`;
}

/** Formats the date of a local wall-clock time for screen readers: `Tuesday 5 January`. */
export function formatLocalDateInWords(local: number, language: Language): string {
  return dayFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(local * 1000);
}

/** Returns the number of calendar days between two local wall-clock times: 1 for the next day, even minutes later. */
export function daysBetween(earlier: number, later: number): number {
  return Math.floor(later / 86_400) - Math.floor(earlier / 86_400);
}

/** Returns the date of a local wall-clock time as `yyyy-MM-dd`. */
export function isoDateOf(local: number): IsoDate {
  return new Date(local * 1000).toISOString().slice(0, 10);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating one takes longer than using it several hundred times. */
function dayFormat(language: Language, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(parts)}`;
  const cached = dayFormats.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(languages[language].locale, { ...parts, timeZone: 'UTC' });
  dayFormats.set(key, format);
  return format;
}
