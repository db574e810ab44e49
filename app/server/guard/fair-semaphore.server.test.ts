import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairSemaphore, type Holder } from './fair-semaphore.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A holder with this transfer rate (bytes/s). */
function holderOf(rate = 100_000): Holder & { isEvicted: boolean } {
  return {
    isEvicted: false,
    rate: () => rate,
    evict() {
      this.isEvicted = true;
    },
  };
}

test('grants slots up to the limit; the next caller gets the first one released', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, holderOf());
  expect(await semaphore.acquire(7, holderOf())).toBeDefined();
  const third = semaphore.acquire(7, holderOf());
  first?.();
  expect(await third).toBeDefined();
});

test('a wait that times out gets no slot, and occupies none later', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, holderOf());
  const late = semaphore.acquire(7, holderOf());
  vi.advanceTimersByTime(1000);
  expect(await late).toBeUndefined();
  first?.();
  expect(await semaphore.acquire(7, holderOf())).toBeDefined();
  const waiting = semaphore.acquire(7, holderOf());
  vi.advanceTimersByTime(1000);
  expect(await waiting).toBeUndefined();
});

test('releasing a slot twice frees it once', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, holderOf());
  first?.();
  first?.();
  expect(await semaphore.acquire(7, holderOf())).toBeDefined();
  const second = semaphore.acquire(7, holderOf());
  vi.advanceTimersByTime(1000);
  expect(await second).toBeUndefined();
});

test('serves waiters in FIFO order', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, holderOf());
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const free = await semaphore.acquire(7, holderOf());
    order.push(name);
    free?.();
  });
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('no visitor can hold all slots: others get the next free one', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 2, acquireTimeout: 1000 });
  const greedy = [await semaphore.acquire(1, holderOf()), await semaphore.acquire(1, holderOf())];
  const third = semaphore.acquire(1, holderOf());
  expect(await semaphore.acquire(2, holderOf())).toBeDefined();
  const other = semaphore.acquire(3, holderOf());
  greedy[0]?.();
  // The greedy visitor was first in the queue and is below its limit again.
  expect(await third).toBeDefined();
  greedy[1]?.();
  expect(await other).toBeDefined();
});

describe('eviction', () => {
  test('with five visitors holding all slots, each newcomer gets one from the visitor that holds most', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 100, maxPerVisitor: 20, acquireTimeout: 20_000 });
    const held = Array.from({ length: 100 }, (_, index) => ({ visitor: index % 5, body: holderOf(14_000) }));
    for (const { visitor, body } of held) await semaphore.acquire(visitor, body);
    // Their own next requests are ahead in the queue.
    for (let visitor = 0; visitor < 5; visitor += 1) void semaphore.acquire(visitor, holderOf());
    const waiting = Array.from({ length: 50 }, (_, index) => semaphore.acquire(10 + index, holderOf()));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await Promise.all(waiting)).filter((free) => free !== undefined)).toHaveLength(50);
    for (let visitor = 0; visitor < 5; visitor += 1) {
      expect(held.filter((one) => one.visitor === visitor && one.body.isEvicted)).toHaveLength(10);
    }
  });

  test('evicts the slowest holder of that visitor', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 3, acquireTimeout: 20_000 });
    const bodies = [holderOf(5_000), holderOf(300), holderOf(9_000)];
    for (const body of bodies) await semaphore.acquire(1, body);
    void semaphore.acquire(2, holderOf());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([false, true, false]);
  });

  test('with equal shares, evicts holders below a rising minimum rate', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 3, acquireTimeout: 20_000 });
    const bodies = [holderOf(14_000), holderOf(2_000), holderOf(100_000)];
    for (const [visitor, body] of bodies.entries()) await semaphore.acquire(visitor, body);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(
      bodies.some(({ isEvicted }) => isEvicted),
      'nobody waits',
    ).toBe(false);
    const first = semaphore.acquire(10, holderOf());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([false, true, false]);
    expect(await first).toBeDefined();
    void semaphore.acquire(11, holderOf());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([true, true, false]);
  });

  test('does not evict fast holders; the newcomer times out', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 20_000 });
    const bodies = [holderOf(40_000), holderOf(40_000)];
    for (const [visitor, body] of bodies.entries()) await semaphore.acquire(visitor, body);
    const late = semaphore.acquire(9, holderOf());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toBeUndefined();
    expect(bodies.some(({ isEvicted }) => isEvicted)).toBe(false);
  });

  test('evicts nobody for a visitor that has reached its own limit', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 2, acquireTimeout: 20_000 });
    const bodies = [holderOf(1), holderOf(1), holderOf(1)];
    for (const [index, body] of bodies.entries()) await semaphore.acquire(index === 2 ? 2 : 1, body);
    const late = semaphore.acquire(1, holderOf());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toBeUndefined();
    expect(bodies.some(({ isEvicted }) => isEvicted)).toBe(false);
  });

  test('releasing an evicted slot has no effect', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 3_000 });
    const free = await semaphore.acquire(1, holderOf(5));
    await semaphore.acquire(1, holderOf(90_000));
    expect(free).toBeDefined();
    void semaphore.acquire(2, holderOf());
    await vi.advanceTimersByTimeAsync(2_000);
    free?.();
    const late = semaphore.acquire(3, holderOf());
    await vi.advanceTimersByTimeAsync(1_000);
    let hasSlot = false;
    void late.then((release) => (hasSlot = release !== undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(hasSlot).toBe(false);
  });
});
