import { expect, test } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

test.each(['/', '/ar/search/flights?origin=RUH&page=2#results', '/en'])('accepts %s', (path) => {
  expect(sameOriginPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'ar/about',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  '/\n//evil.example',
])('rejects %j', (text) => {
  expect(sameOriginPath(text)).toBeUndefined();
});
