import { describe, expect, test } from 'vitest';
import { baggageKind, smallestAllowance } from './baggage.ts';
import type { BaggageAllowance } from './flight.ts';

const none = { pieces: 0 };
const unknown = null;
const one = { pieces: 1, kgEach: 23 };
const two = { pieces: 2, kgEach: 23 };

describe('summarises a journey by its worst leg (none, then unknown, then some):', () => {
  test.each<[string, BaggageAllowance[][], ReturnType<typeof baggageKind>, BaggageAllowance]>([
    ['some', [[one]], 'with', one],
    ['some on each leg', [[one, two], [two]], 'with', one],
    ['less on the return', [[two], [two, one]], 'with', one],
    ['unknown', [[unknown]], 'unknown', null],
    ['unknown on one leg', [[one, unknown], [two]], 'unknown', null],
    ['unknown on the return', [[one], [unknown]], 'unknown', null],
    ['none', [[none]], 'without', none],
    ['none on one leg', [[one, none], [two]], 'without', none],
    ['none on the return', [[one], [none]], 'without', none],
    ['none after unknown', [[unknown, none]], 'without', none],
    ['none before unknown', [[none], [unknown, one]], 'without', none],
    ['no segments', [], 'unknown', null],
    ['segments without legs', [[], []], 'unknown', null],
  ])('%s', (_, legs, kind, smallest) => {
    expect(baggageKind(legs)).toBe(kind);
    expect(smallestAllowance(legs)).toEqual(smallest);
  });
});

test.each<[string, BaggageAllowance, BaggageAllowance]>([
  ['one piece over two', one, two],
  ['a lighter piece over a heavier one', { pieces: 1, kgEach: 20 }, one],
  ['a lower total weight over a higher one', { kgTotal: 20 }, { kgTotal: 30 }],
  ['a low total weight over a heavy piece', { kgTotal: 20 }, one],
  ['one piece over a high total weight', one, { kgTotal: 30 }],
  ['two light pieces over one heavy piece', { pieces: 2, kgEach: 10 }, one],
  ['a piece of unstated weight over a heavy piece', { pieces: 1 }, { pieces: 1, kgEach: 32 }],
  ['a light piece over one of unstated weight', { pieces: 1, kgEach: 10 }, { pieces: 1 }],
  ['one piece of unstated weight over two', { pieces: 1 }, { pieces: 2 }],
])('smallestAllowance picks %s, in either order', (_, smaller, larger) => {
  expect(smallestAllowance([[smaller, larger]])).toBe(smaller);
  expect(smallestAllowance([[larger], [smaller]])).toBe(smaller);
  expect(baggageKind([[larger], [smaller]])).toBe('with');
});
