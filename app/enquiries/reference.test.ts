import { expect, test } from 'vitest';
import { formatReference, newReference, parseReference } from './reference.ts';

test('creates unique references of 8 unambiguous characters', () => {
  const references = Array.from({ length: 500 }, newReference);
  for (const reference of references) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(references).size).toBe(500);
  expect(new Set(references.join('')).size).toBe(32);
});

test('formats a reference in two groups and parses it back', () => {
  expect(formatReference('4KQ7M0AZ')).toBe('4KQ7-M0AZ');
  const reference = newReference();
  expect(parseReference(formatReference(reference))).toBe(reference);
});

test.each([
  ['4KQ7-M01Z', '4KQ7M01Z'],
  ['4kq7m01z', '4KQ7M01Z'],
  [' 4KQ7 M01Z ', '4KQ7M01Z'],
  ['4-K-Q-7-M-0-1-Z', '4KQ7M01Z'],
  ['4KQ7-MOIZ', '4KQ7M01Z'],
  ['4kq7-molz', '4KQ7M01Z'],
  ['٤KQ٧-M٠١Z', '4KQ7M01Z'],
  ['۴KQ۷-M۰۱Z', '4KQ7M01Z'],
  ['\u20664KQ7-M01Z\u2069', '4KQ7M01Z'],
])('parses %j as %s', (typed, reference) => {
  expect(parseReference(typed)).toBe(reference);
});

test.each(['', '4KQ7-M01', '4KQ7-M01ZZ', 'UUUU-UUUU', '4KQ7_M01Z', '4KQ7-M01Ü', 'مرجع'])(
  'rejects %j as a reference',
  (typed) => {
    expect(parseReference(typed)).toBeUndefined();
  },
);
