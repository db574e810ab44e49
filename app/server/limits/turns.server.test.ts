import { setImmediate as nextLoopIteration, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTurns, type Turns } from './turns.server.ts';

/** Waits for a turn, records it, and ends it in the next iteration of the event loop. */
async function runTask(turns: Turns, visitor: number, order: number[]): Promise<void> {
  const end = await turns.take(visitor);
  order.push(visitor);
  await nextLoopIteration();
  end();
}

test('serves visitors round-robin, even if one has many more requests', async () => {
  const turns = openTurns();
  const order: number[] = [];
  const many = Array.from({ length: 6 }, () => runTask(turns, 1, order));
  const few = [runTask(turns, 2, order), runTask(turns, 3, order), runTask(turns, 2, order)];
  await Promise.all([...many, ...few]);
  expect(order).toEqual([1, 1, 2, 3, 1, 2, 1, 1, 1]);
});

test('grants one turn at a time', async () => {
  const turns = openTurns();
  const end = await turns.take(1);
  let hasTurn = false;
  const second = turns.take(2).then((endSecond) => {
    hasTurn = true;
    endSecond();
  });
  await pause(20);
  expect(hasTurn).toBe(false);
  end();
  // A second call must not end another visitor's turn.
  end();
  await second;
  expect(hasTurn).toBe(true);
});

test('the event loop runs between two turns', async () => {
  const turns = openTurns();
  let iterations = 0;
  const count = () => {
    iterations += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let turn = 0; turn < 5; turn += 1) {
    const end = await turns.take(1);
    end();
  }
  clearImmediate(next);
  expect(iterations).toBeGreaterThanOrEqual(4);
});
