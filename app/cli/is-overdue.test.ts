import { expect, test } from 'vitest';
import { isOverdue } from './is-overdue.ts';

const now = Date.UTC(2031, 0, 10);
const minute = 60_000;
const day = 24 * 60 * minute;

const enquiryWaiting = (since: number, attempts = 1, state: 'waiting' | 'delivered' | 'refused' = 'waiting') => ({
  delivery: { desk: 'api', state, attempts, lastError: 'ECONNREFUSED', since },
});

test.each([-200 * day, -2 * day, -16 * minute, 16 * minute, 2 * day, 200 * day])(
  'a waiting message created %i ms from now is overdue',
  (offset) => expect(isOverdue(enquiryWaiting(now + offset), now)).toBe(true),
);

test.each([-14 * minute, 0, 14 * minute])(
  'a waiting message created %i ms from now is overdue only after more than six attempts',
  (offset) => {
    expect(isOverdue(enquiryWaiting(now + offset, 6), now)).toBe(false);
    expect(isOverdue(enquiryWaiting(now + offset, 7), now)).toBe(true);
  },
);

test('only waiting messages of requests that may be processed can be overdue', () => {
  expect(isOverdue(enquiryWaiting(now - day, 9, 'delivered'), now)).toBe(false);
  expect(isOverdue(enquiryWaiting(now - day, 9, 'refused'), now)).toBe(false);
  expect(isOverdue({ delivery: undefined }, now)).toBe(false);
  expect(isOverdue({ ...enquiryWaiting(now - day, 9), restrictedAt: now - day }, now)).toBe(false);
});
