import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { networkOf } from './network.ts';
import type { VisitorKey } from './visitor-key.server.ts';
import { createVisitorRateLimiter, type VisitorRateLimiter } from './visitor-rate-limiter.server.ts';

const rateLimit = { max: 30, seconds: 60 * 60 };

/** Creates keys without collisions: the networks are numbered in order of appearance. */
function createTestKeys(): VisitorKey {
  const known: string[] = [];
  return (address) => {
    const network = networkOf(address ?? 'unknown');
    if (!known.includes(network)) known.push(network);
    return known.indexOf(network);
  };
}

describe('the rate limit of a visitor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const consume = async (limit: VisitorRateLimiter, address: string | undefined, times: number) => {
    for (let time = 0; time < times; time++) expect(await limit.consume(address)).toBeUndefined();
  };

  test('allows thirty requests an hour, and thirty more after the reset', async () => {
    const limit = createVisitorRateLimiter(rateLimit, 1, createTestKeys());
    await consume(limit, '2001:db8::1', 1);
    vi.advanceTimersByTime(10 * 60_000);
    await consume(limit, '2001:db8::2', 29);
    expect(await limit.consume('2001:DB8::3')).toBe(50 * 60);
    vi.advanceTimersByTime(49 * 60_000);
    expect(await limit.consume('2001:db8::1')).toBe(60);
    vi.advanceTimersByTime(60_000);
    await consume(limit, '2001:db8::1', 30);
  });

  test('is separate for each network', async () => {
    const limit = createVisitorRateLimiter(rateLimit, 1, createTestKeys());
    await consume(limit, '1.2.3.4', 30);
    expect(await limit.consume('::ffff:1.2.3.4')).toBe(3600);
    await consume(limit, '1.2.3.5', 30);
    await consume(limit, '2001:db8::1', 30);
    await consume(limit, '2001:db8:0:1::1', 30);
  });

  test('is shared by all visitors with an unknown address', async () => {
    const limit = createVisitorRateLimiter(rateLimit, 1, createTestKeys());
    await consume(limit, undefined, 30);
    expect(await limit.consume(undefined)).toBe(3600);
  });

  test.each([
    [0.1, 3],
    [0.01, 1],
    [2, 60],
  ])('is multiplied by a factor of %s', async (factor, max) => {
    const limit = createVisitorRateLimiter(rateLimit, factor, createTestKeys());
    await consume(limit, '1.2.3.4', max);
    expect(await limit.consume('1.2.3.4')).toBe(3600);
  });

  test('counts points, and reports how long to wait once the limit is exceeded', async () => {
    const limit = createVisitorRateLimiter({ max: 1000, seconds: 60 }, 1, createTestKeys());
    expect(await limit.retryAfter('1.2.3.4')).toBeUndefined();
    expect(await limit.consume('1.2.3.4', 900)).toBeUndefined();
    expect(await limit.retryAfter('1.2.3.4'), 'some points remain').toBeUndefined();
    await limit.consume('1.2.3.4', 5000);
    expect(await limit.retryAfter('1.2.3.4')).toBe(60);
    expect(await limit.retryAfter('1.2.3.5')).toBeUndefined();
    await limit.refund('1.2.3.4', 5000);
    expect(await limit.retryAfter('1.2.3.4'), 'unused points were refunded').toBeUndefined();
    await limit.consume('1.2.3.4', 5000);
    expect(await limit.retryAfter('1.2.3.4')).toBe(60);
    vi.advanceTimersByTime(60_000);
    expect(await limit.retryAfter('1.2.3.4')).toBeUndefined();
  });
});
