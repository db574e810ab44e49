import { expect, test } from 'vitest';
import { languageCodes } from '../languages.ts';
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

test.each(languageCodes)('uses Latin digits and the same units in every language (%s)', (language) => {
  expect(formatFileSize(2.44 * megabyte, language)).toBe('2.4 MB');
});
