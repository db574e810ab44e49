import { expect, test } from 'vitest';
import { displayWidth } from './display-width.ts';
import { type Cell, tableLines } from './table.ts';

const cells = (...texts: string[]): Cell[] => texts.map((text) => ({ text }));
const unpainted = (_colour: string, text: string) => text;
const tagged = (colour: string, text: string) => `<${colour}>${text}</${colour}>`;

const rows = [
  cells('4KQ7-M01Z', 'أحمد', 'evacuation', 'x'),
  cells('0000-0000', 'مُحَمَّد العلي', 'hotel', 'y'),
  cells('1111-1111', '东京', 'contact', ''),
];

test('aligns columns after combining marks and wide characters', () => {
  const lines = tableLines(rows, 80, unpainted);
  expect(lines).toEqual([
    '4KQ7-M01Z  أحمد        evacuation  x',
    '0000-0000  مُحَمَّد العلي  hotel       y',
    '1111-1111  东京        contact',
  ]);
  expect(lines.slice(0, 2).map((line) => displayWidth(line))).toEqual([36, 36]);
});

test.each([0, 5, 10, 11, 13, 24, 35, 36])('no line is wider than a terminal of %i columns', (width) => {
  const lines = tableLines(rows, width, unpainted);
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
  if (width >= 13) expect(lines[0]).toMatch(/^4KQ7-M01Z {2}\S/);
});

test('ends truncated text with an ellipsis', () => {
  expect(tableLines([cells('ab', 'cdefgh')], 8, unpainted)).toEqual(['ab  cde…']);
});

test('ignores colour codes when measuring width, and keeps the colour of truncated text', () => {
  const coloured: Cell[][] = [
    [{ text: 'ab', colour: 'red' }, { text: 'cdefgh' }],
    [{ text: 'abcd' }, { text: 'xyzxyz', colour: 'green' }],
  ];
  expect(tableLines(coloured, 10, tagged)).toEqual(['<red>ab</red>    cde…', 'abcd  <green>xyz…</green>']);
});

test('separates untruncated cells with tabs in piped output', () => {
  expect(tableLines([cells('a', '', 'x'.repeat(300)), cells('b')], undefined, unpainted)).toEqual([
    `a\t\t${'x'.repeat(300)}`,
    'b',
  ]);
});

test('returns no lines for no rows', () => {
  expect(tableLines([], 80, unpainted)).toEqual([]);
});
