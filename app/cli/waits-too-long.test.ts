import { expect, test } from 'vitest';
import { waitsTooLong } from './waits-too-long.ts';

const now = Date.UTC(2031, 0, 10);
const minute = 60_000;
const day = 24 * 60 * minute;

const waiting = (since: number, attempts = 1, state: 'waiting' | 'delivered' | 'refused' = 'waiting') => ({
  delivery: { desk: 'api', state, attempts, lastError: 'ECONNREFUSED', since },
});

test.each([-200 * day, -2 * day, -16 * minute, 16 * minute, 2 * day, 200 * day])(
  'a waiting message created %i ms from now is overdue',
  (distance) => expect(waitsTooLong(waiting(now + distance), now)).toBe(true),
);

test.each([-14 * minute, 0, 14 * minute])(
  'a waiting message created %i ms from now is overdue only after more than six attempts',
  (distance) => {
    expect(waitsTooLong(waiting(now + distance, 6), now)).toBe(false);
    expect(waitsTooLong(waiting(now + distance, 7), now)).toBe(true);
  },
);

test('only waiting messages can be overdue', () => {
  expect(waitsTooLong(waiting(now - day, 9, 'delivered'), now)).toBe(false);
  expect(waitsTooLong(waiting(now - day, 9, 'refused'), now)).toBe(false);
  expect(waitsTooLong({ delivery: undefined }, now)).toBe(false);
});
