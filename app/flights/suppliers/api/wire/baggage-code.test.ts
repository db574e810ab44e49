import { expect, test } from 'vitest';
import { readBaggageCode, readHandBaggageCode } from './baggage-code.ts';

const none = { pieces: 0 };

test.each<[unknown, unknown]>([
  [null, null],
  [undefined, null],
  [true, null],
  [false, none],
  ['0PC', none],
  ['0PC23', none],
  [0, none],
  ['0', none],
  ['1PC', { pieces: 1 }],
  ['3PC', { pieces: 3 }],
  ['1PC23', { pieces: 1, kgEach: 23 }],
  ['2PC10', { pieces: 2, kgEach: 10 }],
  ['1PC0', { pieces: 1 }],
  [20, { kgTotal: 20 }],
  ['20', { kgTotal: 20 }],
  ['7.5', { kgTotal: 7.5 }],
  ['1PCx36x30x27', { pieces: 1, centimetres: '36x30x27' }],
  ['1PC10x55x40x20', { pieces: 1, kgEach: 10, centimetres: '55x40x20' }],
  [' 1pcX36X30X27 ', { pieces: 1, centimetres: '36x30x27' }],
  // Not in the specification, so unknown rather than guessed.
  ['1PC55x40x20', null],
  ['1PCx36x30', null],
  ['PC', null],
  ['PC23', null],
  ['1PC23kg', null],
  ['100PC', null],
  ['-1PC', null],
  ['1PC-5', null],
  [-20, null],
  [201, null],
  [Infinity, null],
  ['1e1', null],
  [{}, null],
  [['1PC'], null],
])('%j means %j, for checked and hand baggage', (code, allowance) => {
  expect(readBaggageCode(code)).toEqual(allowance);
  expect(readHandBaggageCode(code)).toEqual(allowance);
});

test.each(['', ' '])('an empty code (%j) means no hand baggage, and unknown checked baggage', (code) => {
  expect(readBaggageCode(code)).toBeNull();
  expect(readHandBaggageCode(code)).toEqual(none);
});
