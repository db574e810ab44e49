import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.server.ts';

test('runs tasks up to the limit, in order, and returns their results', async () => {
  const inTurn = limitConcurrency(3);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTurn(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await turn();
        running--;
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results).toEqual(started);
});

test('a failed task frees its slot', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again');
});
