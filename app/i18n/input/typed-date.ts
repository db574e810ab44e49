import { isIsoDate, type IsoDate } from '../format/dates.ts';
import { fold } from './fold.ts';

/**
 * The locales whose names of months and days are understood: those of the forms, German, and Arabic as in the countries
 * that name the months differently (يناير, كانون الثاني, جانفي).
 */
const locales = ['ar-EG', 'ar-SY', 'ar-DZ', 'ar-MA', 'en-GB', 'ru-RU', 'de-DE', 'de-AT'];

/** Words in a date that do not change it: ordinals, "of", "on the day", "year", "AD". */
const fillers = [
  'st',
  'nd',
  'rd',
  'th',
  'of',
  'the',
  'يوم',
  'شهر',
  'من',
  'في',
  'عام',
  'سنة',
  'م',
  'ميلادي',
  'года',
  'г',
];

/** A longer text is no date. */
const maxTypedLength = 100;

/** A year of the Hijri calendars, lunar or solar, within a lifetime of today's. */
const hijriYear = /^1[34]\d\d$/;

/**
 * Parses a typed date: digits of any script, any separators, the month as a number or a name. Without a name, the month is
 * in the middle.
 * @returns `yyyy-MM-dd`; undefined if the date does not exist (2027-02-30), has no four-digit year, or has a Hijri year
 */
export function parseTypedDate(typed: string): IsoDate | undefined {
  const parts = readParts(typed);
  if (parts === undefined) return undefined;
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  const [month, ...more] = others;
  if (month === undefined || more.length > 0) return undefined;
  const [year, day] = first.length > last.length ? [first, last] : [last, first];
  if (year.length !== 4 || hijriYear.test(year)) return undefined;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isIsoDate(date) ? date : undefined;
}

/** Returns whether a typed date is one of the Hijri calendar, as its year shows. */
export function isHijriDate(typed: string): boolean {
  const years = foldTyped(typed).match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  return years.length === 1 && years.every((year) => hijriYear.test(year));
}

function foldTyped(typed: string): string {
  return typed.length > maxTypedLength ? '' : fold(typed);
}

/**
 * Reads the numbers of a date in the order in which they were typed, with that of a named month between the other two.
 * @returns undefined if the date contains anything else
 */
function readParts(typed: string): string[] | undefined {
  const tokens = foldTyped(typed).match(/\d+|\p{L}+|\S/gu) ?? [];
  const numbers: string[] = [];
  const months = new Set<number>();
  for (let index = 0; index < tokens.length; index += 1) {
    const [token = '', next = ''] = tokens.slice(index, index + 2);
    const twoWordMonth = monthNamed(`${withoutArticle(token)} ${withoutArticle(next)}`);
    if (twoWordMonth !== undefined) index += 1;
    // سبت is Saturday, and the beginning of September.
    if (twoWordMonth === undefined && ignoredWords.has(withoutArticle(token))) continue;
    const month = twoWordMonth ?? monthNamed(withoutArticle(token));
    if (/^\d/.test(token)) numbers.push(token);
    else if (month === undefined) return undefined;
    else months.add(month);
  }
  if (months.size === 0) return numbers;
  return numbers.length === 2
    ? [...numbers.slice(0, 1), ...Array.from(months, String), ...numbers.slice(1)]
    : undefined;
}

/** Returns the month with a name, of which the first three letters are enough; undefined if it is none, or ambiguous. */
function monthNamed(name: string): number | undefined {
  const exact = monthNames.find((month) => month.name === name);
  if (exact) return exact.month;
  const beginning = name.length < 3 ? [] : monthNames.filter((month) => month.name.startsWith(name));
  return new Set(beginning.map(({ month }) => month)).size === 1 ? beginning[0]?.month : undefined;
}

/** Removes the Arabic article, which not everybody writes in `تشرين الأول`. */
function withoutArticle(word: string): string {
  return word.replace(/^ال/, '');
}

const namesIn = (options: Intl.DateTimeFormatOptions, type: 'month' | 'weekday', date: Date): string[] =>
  locales.flatMap((locale) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      .formatToParts(date)
      .filter((part) => part.type === type)
      .map(({ value }) => fold(value).split(' ').map(withoutArticle).join(' ')),
  );

const monthNames = Array.from({ length: 12 }, (_, index) => {
  const date = new Date(Date.UTC(2027, index, 1));
  // Russian inflects the month after a day.
  const names = [
    ...namesIn({ month: 'long' }, 'month', date),
    ...namesIn({ day: 'numeric', month: 'long' }, 'month', date),
  ];
  return names.map((name) => ({ name, month: index + 1 }));
}).flat();

const ignoredWords = new Set([
  ...fillers.map((word) => withoutArticle(fold(word))),
  ...Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day))).flatMap((date) => [
    ...namesIn({ weekday: 'long' }, 'weekday', date),
    ...namesIn({ weekday: 'short' }, 'weekday', date),
  ]),
]);
