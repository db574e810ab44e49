import { expect, test } from 'vitest';
import { openVisitorNames } from './visitor-names.server.ts';

const aDay = 24 * 60 * 60 * 1000;

test('a visitor has one name all day, however the address is spelled', () => {
  let now = 5 * aDay;
  const nameOf = openVisitorNames(() => now);
  const name = nameOf('2001:db8:1:2::1');
  now += aDay - 1;
  expect(nameOf('2001:DB8:1:2:3:4:5:6')).toBe(name);
});

test('names change every day, and differ between processes: nobody can look an address up', () => {
  const addresses = Array.from({ length: 64 }, (_, index) => `192.0.2.${index}`);
  let now = 0;
  const nameOf = openVisitorNames(() => now);
  const first = addresses.map(nameOf);
  now = aDay;
  expect(addresses.map(nameOf)).not.toEqual(first);
  expect(addresses.map(openVisitorNames(() => 0))).not.toEqual(first);
});

test('there are never more than 65,536 names, and visitors hardly ever share one', () => {
  const nameOf = openVisitorNames();
  const names = Array.from({ length: 2000 }, (_, index) => nameOf(`2001:db8:${index.toString(16)}::1`));
  expect(Math.max(...names)).toBeLessThan(65_536);
  expect(names.every((name) => Number.isInteger(name) && name >= 0)).toBe(true);
  // About 30 of 2,000 are to be expected; 200 would be a sign of fewer names than there should be.
  expect(new Set(names).size).toBeGreaterThan(1800);
});
