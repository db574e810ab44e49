import { expect, test } from 'vitest';
import { streamSafe } from './stream-safe.ts';

test('keeps only the first 30 combining marks of a letter', () => {
  expect(streamSafe(`e${'\u0323\u0301'.repeat(100)}x`)).toBe(`e${'\u0323\u0301'.repeat(15)}x`);
});

test.each(['', 'بِسْمِ اللَّهِ', 'Việt Nam', 'Köln', '🩻'])('leaves normal text unchanged: %s', (text) => {
  expect(streamSafe(text)).toBe(text);
});
