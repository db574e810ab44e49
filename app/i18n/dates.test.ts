import { expect, test } from 'vitest';
import { earliestToday, formatIsoDate, formatMoment, isIsoDate } from './dates.ts';
import { languageCodes } from './languages.ts';

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

test.each([
  ['2027-03-27', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
  ['27/03/2027', false],
  ['٢٠٢٧-٠٣-٢٧', false],
  ['2027-03-27 ', false],
  ['', false],
])('%j can be shown by a date field: %s', (text, isDate) => {
  expect(isIsoDate(text)).toBe(isDate);
});
