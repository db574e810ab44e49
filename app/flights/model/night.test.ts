import { expect, test } from 'vitest';
import { wallClock } from '#tests/support/flights.ts';
import { isNight } from './night.ts';

test.each([
  ['23:00', '07:30+1', true],
  ['00:00', '03:00', true],
  ['00:00', '02:59', false],
  ['02:00', '05:00', true],
  ['02:01', '12:00', false],
  ['05:00', '23:59', false],
  ['22:00', '02:00+1', false],
  ['03:00', '01:00+1', true],
  ['05:00', '03:00+1', true],
  ['12:00', '12:00+3', true],
  ['12:00', '11:00', false],
])('a stop from %s to %s is a night: %s', (arrives, departs, expected) => {
  expect(isNight(wallClock(arrives), wallClock(departs))).toBe(expected);
});
