import { expect, test } from 'vitest';
import { isFromOwnPage } from './own-origin.server.ts';

test.each([
  [{}, undefined, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://a.example:3000' }, undefined, true],
  [{ 'sec-fetch-site': 'none' }, undefined, true],
  [{ 'sec-fetch-site': 'same-site' }, undefined, false],
  [{ 'sec-fetch-site': 'cross-site' }, undefined, false],
  [{ origin: 'https://a.example:3000' }, undefined, true],
  [{ origin: 'http://a.example' }, undefined, false],
  [{ origin: 'http://b.example:3000' }, undefined, false],
  [{ origin: 'null' }, undefined, false],
  [{ origin: 'https://public.example' }, 'https://public.example', true],
  [{ origin: 'http://a.example:3000' }, 'https://public.example', false],
])('%j with the public address %s is from an own page: %s', (headers, siteUrl, expected) => {
  expect(isFromOwnPage({ headers: { host: 'a.example:3000', ...headers } }, siteUrl)).toBe(expected);
});
