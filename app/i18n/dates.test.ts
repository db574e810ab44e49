import { describe, expect, test } from 'vitest';
import { earliestToday, formatIsoDate, formatMoment, parseTypedDate } from './dates.ts';
import { languageCodes } from './languages.ts';

describe('a typed date', () => {
  test.each([
    '2027-03-27',
    '2027/3/27',
    '2027.03.27',
    '27/03/2027',
    '27.3.2027',
    '27-03-2027',
    '27 3 2027',
    ' 2027-03-27 ',
    '٢٠٢٧-٠٣-٢٧',
    '٢٧/٠٣/٢٠٢٧',
    '۲۷/۰۳/۲۰۲۷',
    '\u200F٢٧\u200F/٠٣\u200F/٢٠٢٧',
    '\u206827.3.2027\u2069',
  ])('is understood with the digits and separators people use: %s', (typed) => {
    expect(parseTypedDate(typed)).toBe('2027-03-27');
  });

  test('is day before month, and a leap day counts in a leap year only', () => {
    expect(parseTypedDate('3/4/2027')).toBe('2027-04-03');
    expect(parseTypedDate('29.02.2028')).toBe('2028-02-29');
    expect(parseTypedDate('29.02.2027')).toBeUndefined();
  });

  test.each([
    '2027-02-30',
    '2027-13-01',
    '32/01/2027',
    '03/27/2027',
    '27/03/27',
    '27-03',
    '2027',
    '12027-03-27',
    '2027-03-27T10:00',
    'next Friday 2027',
    'الجمعة',
    '',
    ' ',
  ])('is refused when the calendar has no such day or the year lacks four digits: %j', (typed) => {
    expect(parseTypedDate(typed)).toBeUndefined();
  });
});

test.each([
  ['2027-03-28T11:59:59.999Z', '2027-03-27'],
  ['2027-03-28T12:00:00.000Z', '2027-03-28'],
  ['2027-01-01T00:00:00.000Z', '2026-12-31'],
])('at %s the earliest today anywhere on Earth is %s', (now, today) => {
  expect(earliestToday(new Date(now))).toBe(today);
});

test('a date is shown as day/month/year', () => {
  expect(formatIsoDate('2027-03-07')).toBe('07/03/2027');
});

test.each(languageCodes)('a moment is told in Berlin time with Latin digits (%s)', (language) => {
  expect(formatMoment(Date.UTC(2027, 6, 1, 22, 5), language)).toMatch(/^2\D.*2027.*00:05/);
  expect(formatMoment(Date.UTC(2027, 0, 1, 22, 5), language)).toMatch(/^1\D.*2027.*23:05/);
});
