import { setImmediate as afterEventLoop, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTurns, type Turns } from './turns.server.ts';

/** Takes a turn, records it, and ends it on the next turn of the event loop. */
async function work(turns: Turns, visitor: number, done: number[]): Promise<void> {
  const end = await turns.take(visitor);
  done.push(visitor);
  await afterEventLoop();
  end();
}

test('serves visitors round-robin, however many requests one of them has', async () => {
  const turns = openTurns();
  const done: number[] = [];
  const many = Array.from({ length: 6 }, () => work(turns, 1, done));
  const few = [work(turns, 2, done), work(turns, 3, done), work(turns, 2, done)];
  await Promise.all([...many, ...few]);
  expect(done).toEqual([1, 1, 2, 3, 1, 2, 1, 1, 1]);
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
  // Ending twice must not end somebody else's turn.
  end();
  await second;
  expect(hasTurn).toBe(true);
});

test('the event loop runs between two turns', async () => {
  const turns = openTurns();
  let rounds = 0;
  const counting = setInterval(() => (rounds += 1), 0);
  for (let turn = 0; turn < 5; turn += 1) {
    const end = await turns.take(1);
    const until = performance.now() + 5;
    while (performance.now() < until);
    end();
  }
  clearInterval(counting);
  expect(rounds).toBeGreaterThanOrEqual(4);
});
