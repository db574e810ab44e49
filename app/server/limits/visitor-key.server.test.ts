import { expect, test } from 'vitest';
import { createVisitorKey } from './visitor-key.server.ts';

const day = 24 * 60 * 60 * 1000;

test('a visitor keeps one key all day, in any notation of the address', () => {
  let now = 5 * day;
  const visitorKeyOf = createVisitorKey(() => now);
  const key = visitorKeyOf('2001:db8:1:2::1');
  now += day - 1;
  expect(visitorKeyOf('2001:DB8:1:2:3:4:5:6')).toBe(key);
});

test('keys change daily and differ between processes, so that addresses cannot be looked up', () => {
  const addresses = Array.from({ length: 64 }, (_, index) => `192.0.2.${index}`);
  let now = 0;
  const visitorKeyOf = createVisitorKey(() => now);
  const original = addresses.map(visitorKeyOf);
  now = day;
  expect(addresses.map(visitorKeyOf)).not.toEqual(original);
  expect(addresses.map(createVisitorKey(() => 0))).not.toEqual(original);
});

test('keys are 16-bit integers, and collisions are rare', () => {
  const visitorKeyOf = createVisitorKey();
  const keys = Array.from({ length: 2000 }, (_, index) => visitorKeyOf(`2001:db8:${index.toString(16)}::1`));
  expect(Math.max(...keys)).toBeLessThan(65_536);
  expect(keys.every((key) => Number.isInteger(key) && key >= 0)).toBe(true);
  // About 30 collisions in 2,000 are expected; 200 would mean too few distinct keys.
  expect(new Set(keys).size).toBeGreaterThan(1800);
});
