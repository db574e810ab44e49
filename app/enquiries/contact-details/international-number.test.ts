import { expect, test } from 'vitest';
import { internationalNumber } from './international-number.ts';

test.each([
  ['+966501234567', '966501234567'],
  ['00966501234567', '966501234567'],
  ['0501234567', undefined],
  ['966501234567', undefined],
  ['+0501234567', undefined],
])('the international form of %s is %s', (phone, expected) => {
  expect(internationalNumber(phone)).toBe(expected);
});
