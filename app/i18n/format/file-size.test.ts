import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

const megabyte = 1024 * 1024;

test.each([
  [0, '1 kB'],
  [1, '1 kB'],
  [1024, '1 kB'],
  [820 * 1024, '820 kB'],
  [820.6 * 1024, '821 kB'],
  [megabyte, '1 MB'],
  [2.44 * megabyte, '2.4 MB'],
  [30 * megabyte, '30 MB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes, 'en')).toBe(text);
});

test.each([
  ['ar', '820 كيلوبايت', '2.4 ميغابايت'],
  ['en', '820 kB', '2.4 MB'],
  ['ru', '820 КБ', '2,4 МБ'],
] as const)('uses the units of the language, and Latin digits (%s)', (language, kilobytes, megabytes) => {
  expect(formatFileSize(820 * 1024, language)).toBe(kilobytes);
  expect(formatFileSize(2.44 * megabyte, language)).toBe(megabytes);
});
