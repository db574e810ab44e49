import { describe, expect, test } from 'vitest';
import { senderOf } from './sender.server.ts';

const headers = (overrides: Record<string, string> = {}) => ({
  'user-agent': 'Phone',
  'accept-language': 'ar',
  ...overrides,
});

describe('senderOf', () => {
  const sender = senderOf('203.0.113.7', headers());

  test('is the same for one network and browser, even if cookies have changed', () => {
    expect(senderOf('203.0.113.7', headers({ cookie: 'last-sent=x', 'cache-control': 'max-age=0' }))).toBe(sender);
    expect(senderOf('::ffff:203.0.113.7', headers())).toBe(sender);
  });

  test.each([
    ['another address', '203.0.113.8', {}],
    ['another browser', '203.0.113.7', { 'user-agent': 'Computer' }],
    ['another language', '203.0.113.7', { 'accept-language': 'en' }],
    ['a header that imitates two concatenated ones', '203.0.113.7', { 'user-agent': 'Phone","ar' }],
  ])('differs with %s', (_, address, overrides) => {
    expect(senderOf(address, headers(overrides))).not.toBe(sender);
  });

  test('is undefined for an unknown address', () => {
    expect(senderOf(undefined, headers())).toBeUndefined();
  });
});
