import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.server.ts';

test('runs at most three tasks at once, in order, and returns their results', async () => {
  const runLimited = limitConcurrency(3);
  const started: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      runLimited(async () => {
        started.push(index);
        maxRunning = Math.max(maxRunning, ++running);
        await nextTurn();
        running--;
        return index;
      }),
    ),
  );
  expect(maxRunning).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results).toEqual(started);
});

test('a failed task frees its slot', async () => {
  const runLimited = limitConcurrency(1);
  const failing = runLimited(() => Promise.reject(new Error('broken')));
  const next = runLimited(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await runLimited(() => Promise.resolve('again'))).toBe('again');
});
