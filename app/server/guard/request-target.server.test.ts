import { expect, test } from 'vitest';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { checkRequestTarget } from './request-target.server.ts';

test.each([
  ...languageCodes.map((language) => pathIn(language, '/services/evacuation')),
  '/',
  '/ar?index',
  '/en/search/flights?origin=AMM&destination=BER',
  // Queries are not checked here; the code that reads a query validates it.
  '/ar/cookie-preferences?back=%2Far%2F..%5C//evil',
  '/assets/index-abc123.js',
  '/%D8%B9%D8%B1%D8%A8%D9%8A',
])('accepts %s', (target) => {
  expect(checkRequestTarget(target)).toBeUndefined();
});

test.each([
  ['//evil.example', 400],
  ['/ar//about', 400],
  ['/\\evil.example', 400],
  ['/%5cevil.example', 400],
  ['/ar/%2F%2fevil', 400],
  ['/ar/../../etc/passwd', 400],
  ['/ar/%2e%2E/about', 400],
  ['/ar/./about', 400],
  ['/ar/.%2e', 400],
  ['/ar/%00', 400],
  ['/ar/%0d%0aSet-Cookie:x', 400],
  ['/ar/%7F', 400],
  ['/ar/%E0%A4%A', 400],
  ['http://evil.example/ar', 400],
  ['evil.example:443', 400],
  ['*', 400],
  ['', 400],
  [`/ar/${'a'.repeat(5000)}`, 414],
  [`/ar?${'a'.repeat(5000)}`, 414],
])('refuses %s with %d', (target, status) => {
  expect(checkRequestTarget(target)).toBe(status);
});
