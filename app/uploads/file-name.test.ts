import { describe, expect, test } from 'vitest';
import { cleanFileName, numberEqualNames } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['تقرير المريض (٢).pdf', 'تقرير المريض (٢).pdf'],
  ['a;b=c,d & e.pdf', 'a;b=c,d & e.pdf'],
  ['50%25 off %2F.pdf', '50%25 off %2F.pdf'],
  ['🩻.jpg', '🩻.jpg'],
])('keeps a harmless name: %s', (rawName, name) => {
  expect(cleanFileName(rawName)).toBe(name);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['C:\\fakepath\\scan.jpg', 'scan.jpg'],
  ['..\\..\\scan.jpg', 'scan.jpg'],
  ['a/b\\c/scan.jpg', 'scan.jpg'],
  ['first line\n../second.jpg', 'second.jpg'],
])('removes folders: %j', (rawName, name) => {
  expect(cleanFileName(rawName)).toBe(name);
});

test.each([
  ['my %22MRT%22.pdf', 'my "MRT".pdf'],
  ['two%0D%0Alines%0a.pdf', 'twolines.pdf'],
])('decodes browser escapes and drops line breaks: %s', (rawName, name) => {
  expect(cleanFileName(rawName)).toBe(name);
});

test.each([
  ['scan\u0000.pdf\u0007', 'scan.pdf'],
  ['scan\u0085\u007F.pdf', 'scan.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2067تقرير\u2069.pdf\u200F', 'تقرير.pdf'],
  ['\uFEFF scan.pdf ', 'scan.pdf'],
])('drops control characters, direction marks and surrounding spaces: %j', (rawName, name) => {
  expect(cleanFileName(rawName)).toBe(name);
});

test('composes a decomposed name, as sent by macOS', () => {
  expect(cleanFileName('Ko\u0308ln.pdf')).toBe('K\u00F6ln.pdf');
});

test.each(['', ' ', '.', '..', '...', 'folder/', 'folder\\..', '\u202E', '%0D%0A'])('%j becomes "file"', (rawName) => {
  expect(cleanFileName(rawName)).toBe('file');
});

test.each([
  ['x'.repeat(180), 'x'.repeat(180)],
  ['x'.repeat(181), 'x'.repeat(180)],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(176)}.pdf`],
  [`${'🩻'.repeat(300)}.jpeg`, `${'🩻'.repeat(175)}.jpeg`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(178)}`],
])('keeps at most 180 characters, including the extension (%#)', (rawName, name) => {
  expect(cleanFileName(rawName)).toBe(name);
});

test.each([
  ['marks in alternating order', '\u0323\u0301'],
  ['letters', 'a'],
  ['surrogate pairs', '😀'],
])('truncates a one-megabyte name before processing it: %s', (_title, unit) => {
  const name = cleanFileName(`e${unit.repeat(500_000)}.pdf`);
  expect(Array.from(name).length).toBeLessThanOrEqual(180);
  expect(name).toMatch(/\.pdf$/);
  expect(name.isWellFormed()).toBe(true);
});

describe('equal names', () => {
  const numbered = (...names: string[]) => numberEqualNames(names.map((name) => ({ name }))).map(({ name }) => name);

  test('get a number in front, from the second on', () => {
    expect(numbered(...Array.from({ length: 7 }, () => 'image.jpg'))).toEqual([
      'image.jpg',
      ...[2, 3, 4, 5, 6, 7].map((number) => `${number} image.jpg`),
    ]);
    const names = ['تقرير.pdf', 'X.jpg', 'تقرير.pdf', 'x.JPG'];
    expect(numbered(...names)).toEqual(['تقرير.pdf', 'X.jpg', '2 تقرير.pdf', 'x.JPG']);
    const files = names.map((name) => ({ name }));
    expect(numberEqualNames(files, (name) => name.toLowerCase())[3]?.name, 'where case does not count').toBe('2 x.JPG');
  });

  test('are distinct even if somebody has numbered files in the same way', () => {
    const names = ['a.pdf', '2 a.pdf', 'a.pdf', '2 a.pdf', '2 2 a.pdf', 'a.pdf'];
    expect(new Set(numbered(...names)).size).toBe(names.length);
  });

  test('stay as they are when more files follow', () => {
    const names = ['a.pdf', 'a.pdf', 'b.pdf', '2 a.pdf', 'a.pdf'];
    const all = numbered(...names);
    for (const length of names.keys()) expect(numbered(...names.slice(0, length))).toEqual(all.slice(0, length));
  });
});
