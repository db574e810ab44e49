import { expect, test } from 'vitest';
import { sameSitePath } from './same-site-path.ts';

test.each(['/', '/ar/search/flights?origin=RUH&page=2#results', '/en'])('accepts %s', (path) => {
  expect(sameSitePath(path)).toBe(path);
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
  expect(sameSitePath(text)).toBeUndefined();
});
