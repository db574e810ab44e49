import { expect, test } from 'vitest';
import { numberField } from './number-field.ts';

const wholeNumber = numberField({ min: 0, max: 120 }, 'age_invalid');
const decimal = numberField({ min: 0.3, max: 400, decimals: 2 }, 'age_invalid');

test.each([
  ['0', 0],
  ['120', 120],
  [' 70 ', 70],
  ['٧٠', 70],
  ['۷۰', 70],
  ['\u200F45\u200F', 45],
  ['007', 7],
])('accepts %j as a whole number', (typed, number) => {
  expect(wholeNumber.parse(typed)).toBe(number);
});

test.each([
  ['3.2', 3.2],
  ['3,2', 3.2],
  ['٣٫٢', 3.2],
  ['70', 70],
  ['0.3', 0.3],
  ['3.25', 3.25],
])('accepts %j as a number with decimals', (typed, number) => {
  expect(decimal.parse(typed)).toBe(number);
});

test.each(['', '   ', '\u200E', undefined])('returns undefined for %j without an error', (typed) => {
  expect(wholeNumber.parse(typed)).toBeUndefined();
});

test.each(['121', '-1', '1.5', '1e2', '0x10', 'seventy', '1 2', '99999', '+5', 'Infinity', 'NaN', '½'])(
  'rejects %j as a whole number',
  (typed) => {
    expect(wholeNumber.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['age_invalid']);
  },
);

test.each(['0.29', '400.01', '3.255', '3.', '.5', '1,2,3'])('rejects %j as a number with two decimals', (typed) => {
  expect(decimal.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['age_invalid']);
});

test('rejects a file instead of a number', () => {
  expect(wholeNumber.safeParse(new File(['7'], '7')).error?.issues.map(({ message }) => message)).toEqual([
    'age_invalid',
  ]);
});
