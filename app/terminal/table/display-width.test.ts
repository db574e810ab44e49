import { expect, test } from 'vitest';
import { displayWidth, truncateToWidth } from './display-width.ts';

test.each([
  ['', 0],
  ['Ahmad', 5],
  ['أحمد', 4],
  ['مُحَمَّد', 4],
  ['e\u0301', 1],
  ['\u2068أحمد\u2069', 4],
  ['东京', 4],
  ['ｶﾞ', 2],
  ['a✈b', 3],
  ['😀', 2],
])('the width of %j is %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test.each([
  ['Ahmad', 5, 'Ahmad'],
  ['Ahmad', 4, 'Ahm…'],
  ['مُحَمَّد', 4, 'مُحَمَّد'],
  ['مُحَمَّد', 3, 'مُحَ…'],
  ['东京都', 5, '东京…'],
  ['东京都', 4, '东…'],
  ['😀😀', 3, '😀…'],
  ['Ahmad', 1, '…'],
  ['Ahmad', 0, ''],
  ['', 0, ''],
])('truncates %j to %i columns as %j', (text, columns, expected) => {
  expect(truncateToWidth(text, columns)).toBe(expected);
  expect(displayWidth(truncateToWidth(text, columns))).toBeLessThanOrEqual(columns);
});
