import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baggageKind, type BaggageSummary, smallestAllowance } from './baggage.ts';
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

test.each<[string, BaggageAllowance, BaggageAllowance, BaggageSummary]>([
  ['the fewer pieces', one, two, one],
  ['the lower weight', { pieces: 1, kgEach: 20 }, one, { pieces: 1, kgEach: 20 }],
  ['the lower total weight', { kgTotal: 20 }, { kgTotal: 30 }, { kgTotal: 20 }],
  ['fewer pieces and the lower weight', { pieces: 2, kgEach: 10 }, one, { pieces: 1, kgEach: 10 }],
  ['no weight if one leg states none', { pieces: 1 }, { pieces: 1, kgEach: 32 }, { pieces: 1 }],
  ['no weight if the leg with more pieces states none', { pieces: 2 }, one, { pieces: 1 }],
  [
    'the only size',
    { pieces: 1, kgEach: 10 },
    { pieces: 1, centimetres: '36x30x27' },
    { pieces: 1, centimetres: '36x30x27' },
  ],
  [
    'the smaller size',
    { pieces: 1, centimetres: '55x40x20' },
    { pieces: 1, centimetres: '40x30x20' },
    { pieces: 1, centimetres: '40x30x20' },
  ],
  [
    'a size that fits within two of different shapes, in whatever order their sides are written',
    { pieces: 1, centimetres: '20x55x40' },
    { pieces: 2, centimetres: '36x30x27' },
    { pieces: 1, centimetres: '36x30x20' },
  ],
  ['no summary of pieces and a total weight', one, { kgTotal: 30 }, 'differs'],
])('smallestAllowance promises %s, in either order', (_, first, second, summary) => {
  expect(smallestAllowance([[first, second]])).toEqual(summary);
  expect(smallestAllowance([[second], [first]])).toEqual(summary);
  expect(baggageKind([[second], [first]])).toBe('with');
});

test('the summary of any fare promises no more than any of its legs', () => {
  const side = fc.integer({ min: 1, max: 120 });
  const piece = fc.record(
    {
      pieces: fc.integer({ min: 0, max: 3 }),
      kgEach: fc.integer({ min: 1, max: 32 }),
      centimetres: fc.tuple(side, side, side).map((sides) => sides.join('x')),
    },
    { requiredKeys: ['pieces'] },
  );
  const allowance = fc.option(fc.oneof(piece, fc.record({ kgTotal: fc.integer({ min: 1, max: 50 }) })));
  // Most fares have the same kind of allowance on every leg.
  const legs = fc.oneof(fc.array(piece, { minLength: 1 }), fc.array(allowance, { minLength: 1 }));
  fc.assert(
    fc.property(fc.array(legs, { minLength: 1, maxLength: 2 }), (fare) => {
      const summary = smallestAllowance(fare);
      for (const leg of fare.flat()) expect(promisedBeyond(summary, leg)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

/** Lists what a summary promises although a leg does not grant it. */
function promisedBeyond(summary: BaggageSummary, leg: BaggageAllowance): string[] {
  if (summary === null || summary === 'differs') return [];
  if ('pieces' in summary && summary.pieces === 0) return [];
  if (leg === null) return ['anything'];
  if ('kgTotal' in summary) return 'kgTotal' in leg && leg.kgTotal >= summary.kgTotal ? [] : ['total weight'];
  if ('kgTotal' in leg) return ['pieces'];
  return [
    ...(summary.pieces > leg.pieces ? ['pieces'] : []),
    ...(summary.kgEach !== undefined && !(summary.kgEach <= (leg.kgEach ?? 0)) ? ['weight'] : []),
    ...(leg.centimetres !== undefined && !fitsWithin(summary.centimetres, leg.centimetres) ? ['size'] : []),
  ];
}

function fitsWithin(size: string | undefined, limit: string): boolean {
  if (size === undefined) return false;
  const sides = (text: string) =>
    text
      .split('x')
      .map(Number)
      .sort((a, b) => a - b);
  const limits = sides(limit);
  return sides(size).every((side, index) => side <= (limits[index] ?? 0));
}
