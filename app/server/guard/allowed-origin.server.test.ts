import { expect, test } from 'vitest';
import { isAllowedOrigin } from './allowed-origin.server.ts';

test.each([
  ['a text browser that sends neither header', {}, true],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://a.example:3000' }, true],
  ['our own page with an opaque origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  ['a URL typed by hand', { 'sec-fetch-site': 'none' }, true],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  [
    'another site that claims to be this one',
    { 'sec-fetch-site': 'cross-site', origin: 'https://a.example:3000' },
    false,
  ],
  ['an invalid Sec-Fetch-Site', { 'sec-fetch-site': '' }, false],
  ['an older browser on our own page', { origin: 'https://a.example:3000' }, true],
  ['an older browser behind a TLS-terminating proxy', { origin: 'http://a.example:3000' }, true],
  ['an older browser on another port', { origin: 'https://a.example' }, false],
  ['an older browser on another site', { origin: 'https://b.example:3000' }, false],
  ['an older browser in a sandboxed frame', { origin: 'null' }, false],
  ['a malformed origin', { origin: 'a.example:3000' }, false],
])('%s (%j): %s', (_sender, headers: Record<string, string>, expected) => {
  expect(isAllowedOrigin(headers, 'a.example:3000')).toBe(expected);
});
