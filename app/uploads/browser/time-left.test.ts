import { expect, test } from 'vitest';
import { createTimeLeft } from './time-left.ts';

const second = 1000;
const minutes = (count: number) => ({ unit: 'minutes', count });

function measure(total = 1000) {
  let now = 0;
  const timeLeft = createTimeLeft(() => now);
  return (at: number, sent: number) => {
    now = at;
    return timeLeft(sent, total);
  };
}

test('the time left is estimated from the rate of the last half minute', () => {
  const at = measure();
  expect(at(0, 0)).toBeUndefined();
  expect(at(2 * second, 20), 'too early').toBeUndefined();
  expect(at(10 * second, 100)).toEqual(minutes(2));
  expect(at(15 * second, 150)).toEqual(minutes(2));
  // The connection slows down; half a minute later, the fast start no longer counts.
  for (let elapsed = 1; elapsed <= 31; elapsed += 1) at((15 + elapsed) * second, 150 + elapsed);
  expect(at(47 * second, 182)).toEqual(minutes(14));
});

test('after a broken connection, no time is shown until the new rate is known', () => {
  const at = measure();
  at(0, 0);
  expect(at(10 * second, 100)).toEqual(minutes(2));
  expect(at(11 * second, 50)).toBeUndefined();
  expect(at(21 * second, 100)).toEqual(minutes(3));
});

test('a stalled upload shows no time left', () => {
  const at = measure();
  at(0, 100);
  expect(at(10 * second, 100)).toBeUndefined();
});

test('an unchanged time is returned as the same object, to avoid rendering again', () => {
  const at = measure();
  at(0, 0);
  expect(at(10 * second, 100)).toBe(at(10.1 * second, 101));
});

test.each([
  [59, { unit: 'moment', count: 0 }],
  [60, minutes(1)],
  [61, minutes(2)],
  [99 * 60, minutes(99)],
  [100 * 60, { unit: 'hours', count: 2 }],
  [7 * 3600, { unit: 'hours', count: 7 }],
])('%i seconds are shown as %j', (seconds, rounded) => {
  const at = measure(seconds + 10);
  at(0, 0);
  expect(at(10 * second, 10)).toEqual(rounded);
});
