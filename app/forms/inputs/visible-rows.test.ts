import { expect, test } from 'vitest';
import { rowsInView, rowTops } from './visible-rows.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);
const listOf = (count: number) => rowTops(keys(count), new Map());

test('estimates rows at 40 px until they are measured', () => {
  expect(rowTops(keys(3), new Map([['row 1', 61]]))).toEqual([0, 40, 101, 141]);
});

test('renders 12 more rows beyond each edge, and gaps for the others', () => {
  const { start, end, gapBefore, gapAfter } = rowsInView(listOf(100), { top: 1000, height: 240 });
  // Rows 25 to 30 are in view.
  expect([start, end]).toEqual([13, 43]);
  expect([gapBefore, gapAfter]).toEqual([13 * 40, 57 * 40]);
});

test('renders a row that is only partly in view', () => {
  expect(rowsInView(listOf(100), { top: 1001, height: 240 })).toMatchObject({ start: 13, end: 44 });
});

test.each([
  ['at the start', { top: 0, height: 240 }, { start: 0, end: 18, gapBefore: 0, gapAfter: 82 * 40 }],
  ['at the end', { top: 3760, height: 240 }, { start: 82, end: 100, gapBefore: 82 * 40, gapAfter: 0 }],
  [
    'scrolled beyond the end, as after a shorter list',
    { top: 9000, height: 240 },
    { start: 88, end: 100, gapAfter: 0 },
  ],
  ['before it has a height', { top: 0, height: 0 }, { start: 0, end: 12, gapBefore: 0, gapAfter: 88 * 40 }],
])('stays within the list %s', (_, view, expected) => {
  expect(rowsInView(listOf(100), view)).toMatchObject(expected);
});

test('renders a short list completely, and an empty list without rows', () => {
  expect(rowsInView(listOf(3), { top: 0, height: 120 })).toEqual({ start: 0, end: 3, gapBefore: 0, gapAfter: 0 });
  expect(rowsInView(listOf(0), { top: 0, height: 0 })).toEqual({ start: 0, end: 0, gapBefore: 0, gapAfter: 0 });
});
