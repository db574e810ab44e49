import { describe, expect, test } from 'vitest';
import { parseTypedDate } from './typed-date.ts';

describe('parseTypedDate', () => {
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
  ])('accepts common digits and separators: %s', (typed) => {
    expect(parseTypedDate(typed)).toBe('2027-03-27');
  });

  test('reads the day before the month, and accepts 29 February only in leap years', () => {
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
  ])('rejects dates that do not exist or lack a four-digit year: %j', (typed) => {
    expect(parseTypedDate(typed)).toBeUndefined();
  });
});
