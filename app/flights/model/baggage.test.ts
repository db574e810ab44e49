import { describe, expect, test } from 'vitest';
import { baggageKind, leastAllowance } from './baggage.ts';
import type { BaggageAllowance } from './flight.ts';

const none = { pieces: 0 };
const unknown = null;
const one = { pieces: 1, kgEach: 23 };
const two = { pieces: 2, kgEach: 23 };

describe('a journey is summarised by its worst leg: none before unknown before some', () => {
  test.each<[string, BaggageAllowance[][], ReturnType<typeof baggageKind>, BaggageAllowance]>([
    ['some', [[one]], 'with', one],
    ['some on each leg', [[one, two], [two]], 'with', one],
    ['less on the way back', [[two], [two, one]], 'with', one],
    ['unknown', [[unknown]], 'unknown', null],
    ['unknown on one leg', [[one, unknown], [two]], 'unknown', null],
    ['unknown on the way back', [[one], [unknown]], 'unknown', null],
    ['none', [[none]], 'without', none],
    ['none on one leg', [[one, none], [two]], 'without', none],
    ['none on the way back', [[one], [none]], 'without', none],
    ['none after unknown', [[unknown, none]], 'without', none],
    ['none before unknown', [[none], [unknown, one]], 'without', none],
    ['no segments', [], 'unknown', null],
    ['segments without legs', [[], []], 'unknown', null],
  ])('%s', (_, legs, kind, least) => {
    expect(baggageKind(legs)).toBe(kind);
    expect(leastAllowance(legs)).toEqual(least);
  });
});

test.each<[string, BaggageAllowance, BaggageAllowance]>([
  ['one piece before two', one, two],
  ['lighter pieces before heavier', { pieces: 1, kgEach: 20 }, one],
  ['less weight in all before more', { kgTotal: 20 }, { kgTotal: 30 }],
  ['few kilograms before a heavy piece', { kgTotal: 20 }, one],
  ['a piece before many kilograms', one, { kgTotal: 30 }],
  ['two light pieces before one heavy', { pieces: 2, kgEach: 10 }, one],
  ['a piece of no stated weight before a heavy one', { pieces: 1 }, { pieces: 1, kgEach: 32 }],
  ['a light piece before one of no stated weight', { pieces: 1, kgEach: 10 }, { pieces: 1 }],
  ['a piece of no stated weight before two such', { pieces: 1 }, { pieces: 2 }],
])('leastAllowance prefers %s, in either order', (_, less, more) => {
  expect(leastAllowance([[less, more]])).toBe(less);
  expect(leastAllowance([[more], [less]])).toBe(less);
  expect(baggageKind([[more], [less]])).toBe('with');
});
