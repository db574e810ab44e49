import { expect, test } from 'vitest';
import { isKnownHost } from './known-host.server.ts';

test.each([
  ['localhost', true],
  ['localhost:3000', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['127.0.0.2', false],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['localhost@evil.example', false],
  ['localhost:3000@evil.example', false],
  ['localhost, evil.example', false],
  ['localhost:3000/evil', false],
  ['localhost:65536', false],
  ['', false],
  [undefined, false],
])('without SITE_URL, isKnownHost(%j) is %s', (host, expected) => {
  expect(isKnownHost(host, undefined)).toBe(expected);
});

test.each([
  ['site.example', true],
  ['Site.Example', true],
  ['site.example:443', true],
  ['site.example:80', false],
  ['site.example:8443', false],
  ['www.site.example', false],
  ['site.example.evil.example', false],
  ['localhost', false],
  [undefined, false],
])('with SITE_URL https://site.example, isKnownHost(%j) is %s', (host, expected) => {
  expect(isKnownHost(host, 'https://site.example')).toBe(expected);
});
