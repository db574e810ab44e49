import { expect, test } from 'vitest';
import { clampPage, pageNumbers } from './page-numbers.ts';

/** Formats page numbers as on the page: `1 … 4 5 6 7 8 … 20`. */
const display = (current: number, total: number) =>
  pageNumbers(current, total)
    .map((page) => (page === 'gap' ? '…' : page))
    .join(' ');

test.each([
  [1, 0, ''],
  [1, -3, ''],
  [1, 1, '1'],
  [2, 2, '1 2'],
  [1, 3, '1 2 3'],
  [1, 20, '1 2 3 … 20'],
  [20, 20, '1 … 18 19 20'],
  [10, 20, '1 … 8 9 10 11 12 … 20'],
])('for page %i of %i shows the first and last page and two pages on either side: %s', (current, total, pages) => {
  expect(display(current, total)).toBe(pages);
});

test.each([
  [1, 5, '1 2 3 4 5'],
  [5, 9, '1 2 3 4 5 6 7 8 9'],
  [5, 20, '1 2 3 4 5 6 7 … 20'],
  [16, 20, '1 … 14 15 16 17 18 19 20'],
])('for page %i of %i shows a single omitted page instead of a gap: %s', (current, total, pages) => {
  expect(display(current, total)).toBe(pages);
});

test.each([
  [1, 6, '1 2 3 … 6'],
  [6, 20, '1 … 4 5 6 7 8 … 20'],
  [15, 20, '1 … 13 14 15 16 17 … 20'],
])('for page %i of %i shows a gap for two or more omitted pages: %s', (current, total, pages) => {
  expect(display(current, total)).toBe(pages);
});

test.each([
  [0, 1],
  [-7, 1],
  [Number.NaN, 1],
  [2.9, 2],
  [21, 20],
  [Number.POSITIVE_INFINITY, 20],
])('clamps page %d of 20 to %i', (current, page) => {
  expect(clampPage(current, 20)).toBe(page);
  expect(pageNumbers(current, 20)).toEqual(pageNumbers(page, 20));
});

test('clamps to page 1 if there are no pages', () => {
  expect(clampPage(4, 0)).toBe(1);
});

test('page numbers are unique and in order for every number of pages', () => {
  for (let total = 0; total <= 12; total++) {
    for (let current = 1; current <= total; current++) {
      const numbers = pageNumbers(current, total).filter((page) => page !== 'gap');
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, current, total]));
    }
  }
});
