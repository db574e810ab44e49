import { expect, test } from 'vitest';
import { listPage } from './list-page.ts';

const list = Array.from({ length: 25 }, (_, index) => index);
const newest = { entries: list.slice(0, 10), older: 2 };

test.each<[page: string | null, expected: ReturnType<typeof listPage<number>>]>([
  [null, newest],
  ['2', { entries: list.slice(10, 20), newer: 1, older: 3 }],
  ['3', { entries: list.slice(20), newer: 2 }],
  ['999999', { entries: list.slice(20), newer: 2 }],
  ['', newest],
  ['0', newest],
  ['-1', newest],
  ['1.5', newest],
  ['1e3', newest],
  ['x', newest],
  ['9'.repeat(400), newest],
])('page %s of 25 entries', (page, expected) => {
  expect(listPage(list, page)).toEqual(expected);
});

test('a list that fits on one page has no other pages', () => {
  expect(listPage([], '2')).toEqual({ entries: [] });
  expect(listPage(list.slice(0, 10), '2')).toEqual({ entries: list.slice(0, 10) });
});

test('every entry is on exactly one page', () => {
  const pages = [listPage(list, null)];
  for (let page = pages[0]; page?.older !== undefined; page = pages.at(-1)) pages.push(listPage(list, `${page.older}`));
  expect(pages.flatMap(({ entries }) => entries)).toEqual(list);
});
