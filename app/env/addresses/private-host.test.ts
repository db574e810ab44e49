import { expect, test } from 'vitest';
import { isPrivateHost, isPrivateOrEncrypted } from './private-host.ts';

test.each([
  ...['localhost', 'api', 'api.internal', 'printer.local', '/run/postgresql', '/srv/a.socket/folder'],
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.0.1', '192.168.0.1'],
  ...['[::1]', '[fc00::1]', '[fd12:3456:789a::1]'],
])('%s is private', (host) => {
  expect(isPrivateHost(host)).toBe(true);
});

test.each([
  ...['example.com', 'localhost.example.com', '10.example.com', '127.0.0.1.example.com', '192.168.example.com'],
  ...['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1'],
  ...['[2001:db8::1]', '[::]', '[fe80::1]', '[fd::1]'],
])('%s is not private', (host) => {
  expect(isPrivateHost(host)).toBe(false);
});

test('a URL with https may have any host', () => {
  expect(isPrivateOrEncrypted('https://api.example.com')).toBe(true);
  expect(isPrivateOrEncrypted('http://api.example.com')).toBe(false);
  expect(isPrivateOrEncrypted('http://[0:0:0:0:0:0:0:1]:3001')).toBe(true);
});
