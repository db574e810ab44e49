import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlaces } from './places.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('so many have a place at once; the next one gets the first that is given back', async () => {
  const places = openPlaces({ most: 2, mostOfOne: 2, patience: 1000 });
  const first = await places.take(7);
  expect(await places.take(7)).toBeDefined();
  const third = places.take(7);
  first?.();
  expect(await third).toBeDefined();
});

test('who waits for too long goes without, and takes no place afterwards', async () => {
  const places = openPlaces({ most: 1, mostOfOne: 1, patience: 1000 });
  const first = await places.take(7);
  const late = places.take(7);
  vi.advanceTimersByTime(1000);
  expect(await late).toBeUndefined();
  first?.();
  expect(await places.take(7)).toBeDefined();
  const waiting = places.take(7);
  vi.advanceTimersByTime(1000);
  expect(await waiting).toBeUndefined();
});

test('a place given back twice is one place', async () => {
  const places = openPlaces({ most: 1, mostOfOne: 1, patience: 1000 });
  const first = await places.take(7);
  first?.();
  first?.();
  expect(await places.take(7)).toBeDefined();
  const second = places.take(7);
  vi.advanceTimersByTime(1000);
  expect(await second).toBeUndefined();
});

test('who waits gets a place in the order of coming', async () => {
  const places = openPlaces({ most: 1, mostOfOne: 1, patience: 1000 });
  const first = await places.take(7);
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const free = await places.take(7);
    order.push(name);
    free?.();
  });
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('one visitor never has all places: who comes after the greedy one gets the next that is free', async () => {
  const places = openPlaces({ most: 3, mostOfOne: 2, patience: 1000 });
  const greedy = [await places.take(1), await places.take(1)];
  const third = places.take(1);
  expect(await places.take(2)).toBeDefined();
  const other = places.take(3);
  greedy[0]?.();
  // The greedy one has come first, and gets it: it has one place only now.
  expect(await third).toBeDefined();
  greedy[1]?.();
  expect(await other).toBeDefined();
});
