import { expect, test } from 'vitest';
import { toLatinDigits, withoutBidiMarks } from './digits.ts';

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['غرفة ٤٢ / room 42', 'غرفة 42 / room 42'],
  ['', ''],
])('converts only Arabic, Persian and full-width digits: %s', (typed, latin) => {
  expect(toLatinDigits(typed)).toBe(latin);
});

test.each([
  '\u061C', // Arabic letter mark
  '\u200B', // zero-width space
  '\u200E', // left-to-right mark
  '\u200F', // right-to-left mark
  '\u202A', // embeddings and overrides …
  '\u202E',
  '\u2060', // word joiner
  '\u2066', // isolates …
  '\u2069',
  '\uFEFF', // byte order mark
])('removes the invisible mark %j', (mark) => {
  expect(withoutBidiMarks(`${mark}+49${mark} 30${mark}`)).toBe('+49 30');
});

test('keeps Arabic letters, vowel signs and spaces', () => {
  expect(withoutBidiMarks('جوًّا إلى ألمانيا')).toBe('جوًّا إلى ألمانيا');
});
