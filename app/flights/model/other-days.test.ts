import { expect, test } from 'vitest';
import { flightQuery } from '#tests/support/flights.ts';
import { type DateField, otherDays } from './other-days.ts';

const daysOf = (departDate: string, returnDate: string | undefined, field: DateField, earliest = '2027-01-01') =>
  otherDays(flightQuery({ departDate, ...(returnDate && { returnDate }) }), field, earliest).map(
    ({ shift, date }) => `${shift} ${date.slice(5)}`,
  );

test('offers three days before and after', () => {
  expect(daysOf('2027-03-01', undefined, 'depart_date')).toEqual([
    '-3 02-26',
    '-2 02-27',
    '-1 02-28',
    '1 03-02',
    '2 03-03',
    '3 03-04',
  ]);
  expect(daysOf('2027-03-01', '2027-12-30', 'return_date')).toEqual([
    '-3 12-27',
    '-2 12-28',
    '-1 12-29',
    '1 12-31',
    '2 01-01',
    '3 01-02',
  ]);
});

test('offers no return days for a one-way journey', () => {
  expect(daysOf('2027-03-01', undefined, 'return_date')).toEqual([]);
});

test.each<[string, string, string | undefined, DateField, string, string[]]>([
  [
    'no day in the past',
    '2027-03-02',
    undefined,
    'depart_date',
    '2027-03-01',
    ['-1 03-01', '1 03-03', '2 03-04', '3 03-05'],
  ],
  ['no departure after the return', '2027-03-10', '2027-03-11', 'depart_date', '2027-03-09', ['-1 03-09', '1 03-11']],
  [
    'no return before the departure',
    '2027-03-10',
    '2027-03-11',
    'return_date',
    '2027-01-01',
    ['-1 03-10', '1 03-12', '2 03-13', '3 03-14'],
  ],
])('offers %s', (_, departDate, returnDate, field, earliest, expected) => {
  expect(daysOf(departDate, returnDate, field, earliest)).toEqual(expected);
});
