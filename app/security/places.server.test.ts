import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlaces } from './places.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('so many have a place at once; the next one gets the first that is given back', async () => {
  const places = openPlaces(2, 1000);
  const first = await places.take();
  expect(await places.take()).toBeDefined();
  const third = places.take();
  first?.();
  expect(await third).toBeDefined();
});

test('who waits for too long goes without, and takes no place afterwards', async () => {
  const places = openPlaces(1, 1000);
  const first = await places.take();
  const late = places.take();
  vi.advanceTimersByTime(1000);
  expect(await late).toBeUndefined();
  first?.();
  expect(await places.take()).toBeDefined();
  const waiting = places.take();
  vi.advanceTimersByTime(1000);
  expect(await waiting).toBeUndefined();
});

test('a place given back twice is one place', async () => {
  const places = openPlaces(1, 1000);
  const first = await places.take();
  first?.();
  first?.();
  expect(await places.take()).toBeDefined();
  const second = places.take();
  vi.advanceTimersByTime(1000);
  expect(await second).toBeUndefined();
});

test('who waits gets a place in the order of coming', async () => {
  const places = openPlaces(1, 1000);
  const first = await places.take();
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const free = await places.take();
    order.push(name);
    free?.();
  });
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});
