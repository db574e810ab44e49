import { expect, test } from 'vitest';
import { escapeFormulas } from './escape-formulas.ts';
import { tableLines } from './table.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const prefixes = ['', ' ', '\u00A0', '\u200F', "'", '"', '" ', 'x;', 'x,', 'x, "', 'x|', 'x\t', 'x \t', "x\t \t'"];
/** Splits a line into cells as any program might, without leading characters that it might skip. */
const splitCells = (line: string) => line.split(/[,;|\t"“”]/).map((cell) => cell.replace(/^[\s\p{Cf}]+/u, ''));

test.each(signs)('no cell starts with %s, wherever a spreadsheet splits the line', (sign) => {
  for (const prefix of prefixes) {
    const text = `${prefix}${sign}HYPERLINK("https://evil.example";A1)`;
    for (const cell of splitCells(escapeFormulas(text)))
      expect([text, cell]).not.toEqual([text, expect.stringMatching(/^[=+\-@＝＋－＠]/)]);
  }
});

test('text without formulas is unchanged', () => {
  for (const text of ['', 'Ahmad Al-Ali', 'أحمد', '4KQ7-M01Z', '2027-03-27 14:05', 'a = b', 'api (1)', 'x@y.example']) {
    expect(escapeFormulas(text)).toBe(text);
  }
});

test('tables escape formulas in piped output, but not on a terminal', () => {
  const rows = [[{ text: '=1+1' }, { text: 'x;@SUM(A1)' }]];
  const plain = (_colour: string, text: string) => text;
  expect(tableLines(rows, undefined, plain)).toEqual(["'=1+1\tx;'@SUM(A1)"]);
  expect(tableLines(rows, 80, plain)).toEqual(['=1+1  x;@SUM(A1)']);
});
