import { expect, test } from 'vitest';
import { createSignInAttempts } from './attempts.server.ts';

const minute = 60_000;

function recordedAttempts() {
  let time = 0;
  const pauses: number[] = [];
  const attempts = createSignInAttempts(
    () => time,
    (milliseconds) => Promise.resolve(pauses.push(milliseconds)),
  );
  return {
    count: (email: string, hasSucceeded: boolean) => attempts.count(email, hasSucceeded),
    advance: (milliseconds: number) => (time += milliseconds),
    /** Waits before an attempt. @returns how long (ms) */
    delayOf: async (email: string): Promise<number> => {
      pauses.length = 0;
      await attempts.wait(email);
      return pauses[0] ?? 0;
    },
  };
}

test('the first attempt does not wait; each failed one doubles the delay, up to eight seconds', async () => {
  const { count: record, delayOf } = recordedAttempts();
  const delays: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    delays.push(await delayOf('a@example.com'));
    await record('a@example.com', false);
  }
  expect(delays).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test('nobody is locked out: the delay has a maximum, and ends after a success or a quarter of an hour', async () => {
  const { count: record, advance, delayOf } = recordedAttempts();
  for (let count = 0; count < 1000; count += 1) await record('a@example.com', false);
  expect(await delayOf('a@example.com')).toBe(8000);
  advance(15 * minute);
  expect(await delayOf('a@example.com')).toBe(0);
  await record('b@example.com', false);
  await record('b@example.com', true);
  expect(await delayOf('b@example.com')).toBe(0);
});

test('the case of an email address makes no difference, and other accounts are not slowed down', async () => {
  const { count: record, delayOf } = recordedAttempts();
  await record(' A@Example.com', false);
  expect(await delayOf('a@example.com')).toBe(250);
  expect(await delayOf('b@example.com')).toBe(0);
});

test('in a flood of made-up addresses, the oldest are forgotten first', async () => {
  const { count: record, delayOf } = recordedAttempts();
  await record('first@example.com', false);
  for (let count = 0; count < 10_000; count += 1) await record(`${count}@example.com`, false);
  expect(await delayOf('first@example.com')).toBe(0);
  expect(await delayOf('9999@example.com')).toBe(250);
});
