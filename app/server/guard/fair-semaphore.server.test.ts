import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairSemaphore, type Holder } from './fair-semaphore.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a holder with a transfer rate (bytes/s). */
function createHolder(rate = 100_000): Holder & { isEvicted: boolean } {
  return {
    isEvicted: false,
    rate: () => rate,
    evict() {
      this.isEvicted = true;
    },
  };
}

test('grants slots up to the limit; the next caller gets the first released slot', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, createHolder());
  expect(await semaphore.acquire(7, createHolder())).toBeDefined();
  const third = semaphore.acquire(7, createHolder());
  first?.();
  expect(await third).toBeDefined();
});

test('a caller that times out gets no slot, neither then nor later', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, createHolder());
  const late = semaphore.acquire(7, createHolder());
  vi.advanceTimersByTime(1000);
  expect(await late).toBeUndefined();
  first?.();
  expect(await semaphore.acquire(7, createHolder())).toBeDefined();
  const waiting = semaphore.acquire(7, createHolder());
  vi.advanceTimersByTime(1000);
  expect(await waiting).toBeUndefined();
});

test('releasing a slot twice frees it once', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, createHolder());
  first?.();
  first?.();
  expect(await semaphore.acquire(7, createHolder())).toBeDefined();
  const second = semaphore.acquire(7, createHolder());
  vi.advanceTimersByTime(1000);
  expect(await second).toBeUndefined();
});

test('serves waiters in FIFO order', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 1, maxPerVisitor: 1, acquireTimeout: 1000 });
  const first = await semaphore.acquire(7, createHolder());
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const release = await semaphore.acquire(7, createHolder());
    order.push(name);
    release?.();
  });
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('no visitor can hold all slots', async () => {
  const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 2, acquireTimeout: 1000 });
  const held = [await semaphore.acquire(1, createHolder()), await semaphore.acquire(1, createHolder())];
  const third = semaphore.acquire(1, createHolder());
  expect(await semaphore.acquire(2, createHolder())).toBeDefined();
  const other = semaphore.acquire(3, createHolder());
  held[0]?.();
  // Visitor 1 was first in the queue and is below its limit again.
  expect(await third).toBeDefined();
  held[1]?.();
  expect(await other).toBeDefined();
});

describe('eviction', () => {
  test('moves slots from the visitors that hold the most to newcomers', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 100, maxPerVisitor: 20, acquireTimeout: 20_000 });
    const held = Array.from({ length: 100 }, (_, index) => ({ visitor: index % 5, body: createHolder(14_000) }));
    for (const { visitor, body } of held) await semaphore.acquire(visitor, body);
    // Further requests of these visitors are ahead in the queue.
    for (let visitor = 0; visitor < 5; visitor += 1) void semaphore.acquire(visitor, createHolder());
    const waiting = Array.from({ length: 50 }, (_, index) => semaphore.acquire(10 + index, createHolder()));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await Promise.all(waiting)).filter((release) => release !== undefined)).toHaveLength(50);
    for (let visitor = 0; visitor < 5; visitor += 1) {
      expect(held.filter((slot) => slot.visitor === visitor && slot.body.isEvicted)).toHaveLength(10);
    }
  });

  test('evicts the slowest holder of the visitor with the most slots', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 3, acquireTimeout: 20_000 });
    const bodies = [createHolder(5_000), createHolder(300), createHolder(9_000)];
    for (const body of bodies) await semaphore.acquire(1, body);
    void semaphore.acquire(2, createHolder());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([false, true, false]);
  });

  test('with equal shares, evicts holders below a rising minimum rate', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 3, acquireTimeout: 20_000 });
    const bodies = [createHolder(14_000), createHolder(2_000), createHolder(100_000)];
    for (const [visitor, body] of bodies.entries()) await semaphore.acquire(visitor, body);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(
      bodies.some(({ isEvicted }) => isEvicted),
      'no eviction while nobody is waiting',
    ).toBe(false);
    const first = semaphore.acquire(10, createHolder());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([false, true, false]);
    expect(await first).toBeDefined();
    void semaphore.acquire(11, createHolder());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bodies.map(({ isEvicted }) => isEvicted)).toEqual([true, true, false]);
  });

  test('does not evict fast holders: the newcomer times out', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 20_000 });
    const bodies = [createHolder(40_000), createHolder(40_000)];
    for (const [visitor, body] of bodies.entries()) await semaphore.acquire(visitor, body);
    const late = semaphore.acquire(9, createHolder());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toBeUndefined();
    expect(bodies.some(({ isEvicted }) => isEvicted)).toBe(false);
  });

  test('does not evict a holder for a visitor at its own limit', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 3, maxPerVisitor: 2, acquireTimeout: 20_000 });
    const bodies = [createHolder(1), createHolder(1), createHolder(1)];
    for (const [index, body] of bodies.entries()) await semaphore.acquire(index === 2 ? 2 : 1, body);
    const late = semaphore.acquire(1, createHolder());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toBeUndefined();
    expect(bodies.some(({ isEvicted }) => isEvicted)).toBe(false);
  });

  test('releasing an evicted slot has no effect', async () => {
    const semaphore = createFairSemaphore({ maxSlots: 2, maxPerVisitor: 2, acquireTimeout: 3_000 });
    const releaseEvicted = await semaphore.acquire(1, createHolder(5));
    await semaphore.acquire(1, createHolder(90_000));
    expect(releaseEvicted).toBeDefined();
    void semaphore.acquire(2, createHolder());
    await vi.advanceTimersByTimeAsync(2_000);
    releaseEvicted?.();
    const late = semaphore.acquire(3, createHolder());
    await vi.advanceTimersByTimeAsync(1_000);
    let hasSlot = false;
    void late.then((release) => (hasSlot = release !== undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(hasSlot).toBe(false);
  });
});
