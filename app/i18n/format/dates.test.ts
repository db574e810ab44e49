import { afterEach, describe, expect, test, vi } from 'vitest';
import { languageCodes } from '../languages.ts';
import {
  daysBetween,
  earliestToday,
  formatIsoDate,
  formatLocalDate,
  formatLocalDateInWords,
  formatLocalDay,
  formatLocalTime,
  formatTimeInBerlin,
  formatTimestampInBerlin,
  isIsoDate,
  isoDateOf,
} from './dates.ts';

test.each([
  ['2027-03-28T11:59:59.999Z', '2027-03-27'],
  ['2027-03-28T12:00:00.000Z', '2027-03-28'],
  ['2027-01-01T00:00:00.000Z', '2026-12-31'],
])('at %s the earliest current date on Earth is %s', (now, today) => {
  expect(earliestToday(new Date(now))).toBe(today);
});

test('formats a date as day/month/year', () => {
  expect(formatIsoDate('2027-03-07', 'en')).toBe('07/03/2027');
});

test.each(languageCodes)('formats a timestamp in Berlin time with Latin digits (%s)', (language) => {
  expect(formatTimestampInBerlin(Date.UTC(2027, 6, 1, 22, 5), language)).toMatch(/^2\D.*2027.*00:05/);
  expect(formatTimestampInBerlin(Date.UTC(2027, 0, 1, 22, 5), language)).toMatch(/^1\D.*2027.*23:05/);
});

test.each([
  ['2027-03-27', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
  ['27/03/2027', false],
  ['٢٠٢٧-٠٣-٢٧', false],
  ['2027-03-27 ', false],
  ['', false],
])('isIsoDate(%j) is %s', (text, isDate) => {
  expect(isIsoDate(text)).toBe(isDate);
});

/** Converts a local time to seconds, stored as if in UTC. */
const localSeconds = (text: string) => Date.parse(`${text}Z`) / 1000;

test.each([
  ['2027-01-05T00:00', '00:00', 'Tue 05/01/2027', 'Tuesday 5 January', 'الثلاثاء 05/01/2027', 'الثلاثاء، 5 يناير'],
  ['2027-03-26T08:05', '08:05', 'Fri 26/03/2027', 'Friday 26 March', 'الجمعة 26/03/2027', 'الجمعة، 26 مارس'],
  ['2027-12-31T23:59:59', '23:59', 'Fri 31/12/2027', 'Friday 31 December', 'الجمعة 31/12/2027', 'الجمعة، 31 ديسمبر'],
])('formats the local time %s as %s on %s', (text, clock, english, englishWords, arabic, arabicWords) => {
  expect(formatLocalTime(localSeconds(text))).toBe(clock);
  expect(isoDateOf(localSeconds(text))).toBe(text.slice(0, 10));
  expect([formatLocalDate(localSeconds(text), 'en'), formatLocalDateInWords(localSeconds(text), 'en')]).toEqual([
    english,
    englishWords,
  ]);
  expect([formatLocalDate(localSeconds(text), 'ar'), formatLocalDateInWords(localSeconds(text), 'ar')]).toEqual([
    arabic,
    arabicWords,
  ]);
  const withoutYear = (date: string) => date.slice(0, -'/2027'.length);
  expect([formatLocalDay(localSeconds(text), 'en'), formatLocalDay(localSeconds(text), 'ar')]).toEqual([
    withoutYear(english),
    withoutYear(arabic),
  ]);
});

describe("the result does not depend on the process's time zone", () => {
  afterEach(() => void vi.unstubAllEnvs());

  // Daylight saving time starts on 28 March 2027: at 2:00 in Berlin, at midnight in Beirut.
  test.each(['UTC', 'Europe/Berlin', 'Asia/Beirut', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('%s', async (zone) => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    // The module caches its formatters.
    vi.resetModules();
    const { formatLocalTime, formatTimeInBerlin, formatLocalDate, formatLocalDateInWords, isoDateOf } =
      await import('./dates.ts');
    for (const clock of ['00:00', '00:30', '02:30', '23:30']) {
      const local = localSeconds(`2027-03-28T${clock}`);
      expect(formatLocalTime(local)).toBe(clock);
      expect(isoDateOf(local)).toBe('2027-03-28');
      expect(formatLocalDate(local, 'en')).toBe('Sun 28/03/2027');
      expect(formatLocalDateInWords(local, 'en')).toBe('Sunday 28 March');
    }
    expect(formatTimeInBerlin(Date.UTC(2027, 2, 28, 0, 59))).toBe('01:59');
    expect(formatTimeInBerlin(Date.UTC(2027, 2, 28, 1, 0))).toBe('03:00');
  });
});

test.each([
  ['2027-03-26T08:00', '2027-03-26T23:59', 0],
  ['2027-03-26T23:55', '2027-03-27T00:05', 1],
  ['2027-03-26T00:00', '2027-03-27T23:59', 1],
  ['2027-03-26T23:59', '2027-03-28T00:00', 2],
  ['2027-03-28T00:30', '2027-03-29T00:10', 1],
  ['2027-12-31T20:00', '2028-01-01T06:00', 1],
  ['2028-02-28T20:00', '2028-03-01T06:00', 2],
  // Across the date line, arrival may be on the previous day.
  ['2027-03-26T00:30', '2027-03-25T18:00', -1],
])('counts the calendar days from %s to %s: %d', (earlier, later, days) => {
  expect(daysBetween(localSeconds(earlier), localSeconds(later))).toBe(days);
});

test.each([
  [Date.UTC(2027, 0, 15, 23, 30), '00:30'],
  [Date.UTC(2027, 6, 15, 12, 5), '14:05'],
  [Date.UTC(2027, 6, 15, 12, 5, 59, 999), '14:05'],
])('formats the timestamp %d as %s in Berlin', (timestamp, time) => {
  expect(formatTimeInBerlin(timestamp)).toBe(time);
});
