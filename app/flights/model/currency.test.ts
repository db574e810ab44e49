import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertRoughly } from './currency.ts';

test.each([
  [241_800, 100, 2_420],
  [241_800, 325, 744],
  [4_860, 100, 49],
  [20_345, 100, 203],
  [10, 100, 1],
  [99_960, 100, 1_000],
  [123_456_789, 100, 1_230_000],
])('%i at %i is about %i', (unifiedPrice, rate, price) => {
  expect(convertRoughly(unifiedPrice, rate)).toBe(price);
});

test('a rough price is within half a percent, or half a unit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e9, noNaN: true }),
      fc.double({ min: 0.01, max: 1_000, noNaN: true }),
      (unified, rate) => {
        const exact = unified / rate;
        fc.pre(exact >= 1);
        const error = Math.abs(convertRoughly(unified, rate) - exact);
        expect(error).toBeLessThanOrEqual(Math.max(0.5, exact * 0.005) + 1e-6 * exact);
      },
    ),
  );
});
