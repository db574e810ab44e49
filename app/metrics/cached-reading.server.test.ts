import { expect, test } from 'vitest';
import { cachedReading } from './cached-reading.server.ts';

/** A reading whose results the test provides. */
function controlledReading(options: { lifetime: number; timeout: number }) {
  const readings: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const clock = { time: 0 };
  const read = cachedReading(() => new Promise<string>((resolve, reject) => readings.push({ resolve, reject })), {
    ...options,
    onError: (error) => errors.push(error),
    now: () => clock.time,
  });
  return { read, readings, errors, clock };
}

test('scrapes share a reading, and its result until it is too old', async () => {
  const { read, readings, clock } = controlledReading({ lifetime: 1000, timeout: 60_000 });
  const together = [read(), read()];
  readings[0]?.resolve('first');
  expect(await Promise.all(together)).toEqual(['first', 'first']);
  clock.time = 999;
  expect(await read()).toBe('first');
  expect(readings).toHaveLength(1);
  clock.time = 1000;
  const next = read();
  readings[1]?.resolve('second');
  expect(await next).toBe('second');
});

test('a scrape does not wait for a slow reading, and no other reading begins before it has ended', async () => {
  const { read, readings, clock } = controlledReading({ lifetime: 1000, timeout: 1 });
  expect(await read()).toBeUndefined();
  clock.time = 5000;
  expect(await read()).toBeUndefined();
  expect(readings).toHaveLength(1);
  readings[0]?.resolve('late');
  await expect.poll(read).toBe('late');
  expect(readings).toHaveLength(1);
});

test('a failed reading is reported, has no result, and is repeated by the next scrape', async () => {
  const { read, readings, errors } = controlledReading({ lifetime: 1000, timeout: 60_000 });
  const failed = read();
  readings[0]?.reject(new Error('away'));
  expect(await failed).toBeUndefined();
  expect(errors).toEqual([new Error('away')]);
  const next = read();
  readings[1]?.resolve('back');
  expect(await next).toBe('back');
});
