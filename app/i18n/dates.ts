import { format, isValid, parse } from 'date-fns';
import { languages, type Language } from './languages.ts';
import { toLatinDigits, withoutBidiMarks } from './digits.ts';

/** A calendar date without a time: `yyyy-MM-dd`. */
export type IsoDate = string;

const isoDate = 'yyyy-MM-dd';
/** The ways people here write a date: ISO, and day before month with any separator. */
const typedPatterns = [isoDate, 'yyyy/M/d', 'yyyy.M.d', 'd/M/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'd M yyyy'];

/**
 * The date somebody typed, forgiving digits of other scripts, direction marks and common separators.
 * @returns `yyyy-MM-dd`, or undefined when it is no date of the calendar (2027-02-30) or has no four-digit year.
 */
export function parseTypedDate(typed: string): IsoDate | undefined {
  const text = toLatinDigits(withoutBidiMarks(typed)).trim();
  if (!/(?:^\d{4}\D|\D\d{4}$)/.test(text)) return undefined;
  for (const pattern of typedPatterns) {
    const date = parse(text, pattern, new Date(2000, 0, 1));
    if (isValid(date)) return format(date, isoDate);
  }
  return undefined;
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

/** A moment in words, in the company's time zone, which the text names: receipts are compared on the telephone. */
export function formatMoment(milliseconds: number, language: Language): string {
  return new Intl.DateTimeFormat(languages[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  }).format(milliseconds);
}
