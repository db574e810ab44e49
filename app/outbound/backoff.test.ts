import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

const halfAnHour = 30 * 60_000;

test('starts at five seconds and triples up to the maximum', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempts) => backoff(attempts, halfAnHour, () => 0.5) / 1000);
  expect(delays).toEqual([5, 15, 45, 135, 405, 1215, 1800, 1800, 1800]);
});

test('has a jitter of ±20 %', () => {
  expect(backoff(1, halfAnHour, () => 0)).toBe(4_000);
  expect(backoff(1, halfAnHour, () => 1)).toBe(6_000);
  expect(new Set(Array.from({ length: 50 }, () => backoff(3, halfAnHour))).size).toBeGreaterThan(1);
});
