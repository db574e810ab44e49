import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { networkOf } from './network.ts';
import { openVisitorLimit, type VisitorLimit } from './visitor-limit.server.ts';
import type { VisitorNames } from './visitor-names.server.ts';

const allowance = { most: 30, seconds: 60 * 60 };

/** A number for each network, in the order of their coming: no two share one by chance. */
function openNames(): VisitorNames {
  const known: string[] = [];
  return (address) => {
    const network = networkOf(address ?? 'unknown');
    if (!known.includes(network)) known.push(network);
    return known.indexOf(network);
  };
}

describe('a visitor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const take = async (limit: VisitorLimit, address: string | undefined, times: number) => {
    for (let time = 0; time < times; time++) expect(await limit.take(address)).toBeUndefined();
  };

  test('may do thirty things in an hour, and again when it is over', async () => {
    const limit = openVisitorLimit(allowance, 1, openNames());
    await take(limit, '2001:db8::1', 1);
    vi.advanceTimersByTime(10 * 60_000);
    await take(limit, '2001:db8::2', 29);
    expect(await limit.take('2001:DB8::3')).toBe(50 * 60);
    vi.advanceTimersByTime(49 * 60_000);
    expect(await limit.take('2001:db8::1')).toBe(60);
    vi.advanceTimersByTime(60_000);
    await take(limit, '2001:db8::1', 30);
  });

  test('takes nothing from others', async () => {
    const limit = openVisitorLimit(allowance, 1, openNames());
    await take(limit, '1.2.3.4', 30);
    expect(await limit.take('::ffff:1.2.3.4')).toBe(3600);
    await take(limit, '1.2.3.5', 30);
    await take(limit, '2001:db8::1', 30);
    await take(limit, '2001:db8:0:1::1', 30);
  });

  test('whose address is not known is one with all of those', async () => {
    const limit = openVisitorLimit(allowance, 1, openNames());
    await take(limit, undefined, 30);
    expect(await limit.take(undefined)).toBe(3600);
  });

  test.each([
    [0.1, 3],
    [0.01, 1],
    [2, 60],
  ])('may do more or fewer by a factor: %s', async (factor, most) => {
    const limit = openVisitorLimit(allowance, factor, openNames());
    await take(limit, '1.2.3.4', most);
    expect(await limit.take('1.2.3.4')).toBe(3600);
  });

  test('may send so many bytes, and is told how long to wait when they are spent', async () => {
    const limit = openVisitorLimit({ most: 1000, seconds: 60 }, 1, openNames());
    expect(await limit.waitOf('1.2.3.4')).toBeUndefined();
    expect(await limit.take('1.2.3.4', 900)).toBeUndefined();
    expect(await limit.waitOf('1.2.3.4'), 'what is left is enough to begin with').toBeUndefined();
    await limit.take('1.2.3.4', 5000);
    expect(await limit.waitOf('1.2.3.4')).toBe(60);
    expect(await limit.waitOf('1.2.3.5')).toBeUndefined();
    await limit.giveBack('1.2.3.4', 5000);
    expect(await limit.waitOf('1.2.3.4'), 'what did not come was given back').toBeUndefined();
    await limit.take('1.2.3.4', 5000);
    expect(await limit.waitOf('1.2.3.4')).toBe(60);
    vi.advanceTimersByTime(60_000);
    expect(await limit.waitOf('1.2.3.4')).toBeUndefined();
  });
});
