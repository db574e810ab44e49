/** Interval at which slots are reassigned while somebody waits (ms). */
const reassignInterval = 2_000;
/** Initial minimum transfer rate when all slots are taken and somebody waits (bytes/s). */
const initialMinRate = 500;
/** Time in which the minimum rate doubles (ms). */
const minRateDoublingTime = 3_000;
/** Upper bound of the minimum rate (bytes/s): the speed of a weak mobile connection. */
const maxMinRate = 32 * 1024;
/** How long a holder's rate is measured before it counts (ms). */
const minMeasuringTime = 10_000;

/** A task that holds a slot. */
export interface Holder {
  /** Average transfer rate so far (bytes/s). */
  rate(): number;
  /** Called when the task loses its slot. */
  evict(): void;
}

/**
 * A semaphore that shares slots fairly among visitors. When all slots are taken, a newcomer waits. While it waits,
 * a holder may be evicted from its slot: the slowest holder of the visitor with the most slots, if that visitor has at
 * least two more than the newcomer; otherwise the slowest holder of all, if it is slower than a minimum rate that rises
 * while all slots are taken.
 */
export interface FairSemaphore {
  /**
   * Acquires a slot, waiting for up to `acquireTimeout`.
   * @param visitor the visitor's key; no visitor may hold all slots
   * @returns a function that releases the slot (further calls do nothing); undefined if no slot became free in time
   */
  acquire(visitor: number, holder: Holder): Promise<(() => void) | undefined>;
}

/** The number of slots in total and per visitor, and how long a caller waits for a slot (ms). */
export interface SemaphoreLimits {
  maxSlots: number;
  maxPerVisitor: number;
  acquireTimeout: number;
}

interface Slot {
  visitor: number;
  holder: Holder;
  /** When the slot was acquired (performance.now). */
  acquiredAt: number;
}

interface Waiter {
  visitor: number;
  grant: () => void;
}

/** Creates a {@link FairSemaphore}. */
export function createFairSemaphore({ maxSlots, maxPerVisitor, acquireTimeout }: SemaphoreLimits): FairSemaphore {
  const slots = new Set<Slot>();
  const slotCounts = new Map<number, number>();
  const waiters: Waiter[] = [];
  /** The time at which all slots became taken while somebody was waiting (performance.now). */
  let fullSince: number | undefined;
  let reassignTimer: NodeJS.Timeout | undefined;

  const slotCount = (visitor: number) => slotCounts.get(visitor) ?? 0;
  const canOccupy = (visitor: number) => slots.size < maxSlots && slotCount(visitor) < maxPerVisitor;

  function occupy(visitor: number, holder: Holder): () => void {
    const slot = { visitor, holder, acquiredAt: performance.now() };
    slots.add(slot);
    slotCounts.set(visitor, slotCount(visitor) + 1);
    return () => release(slot);
  }

  function vacate(slot: Slot): boolean {
    const { visitor } = slot;
    if (!slots.delete(slot)) return false;
    if (slotCount(visitor) > 1) slotCounts.set(visitor, slotCount(visitor) - 1);
    else slotCounts.delete(visitor);
    return true;
  }

  function release(slot: Slot): void {
    if (!vacate(slot)) return;
    const next = waiters.find((waiter) => canOccupy(waiter.visitor));
    if (next) next.grant();
    else fullSince = undefined;
  }

  /** Reclaims a slot for each waiter that is below its own limit, if a holder may be evicted. */
  function reassign(): void {
    if (slots.size < maxSlots) return;
    fullSince ??= performance.now();
    for (const waiter of [...waiters]) {
      const slot = slotCount(waiter.visitor) < maxPerVisitor ? findSlotToReclaim(waiter.visitor) : undefined;
      if (!slot) continue;
      slot.holder.evict();
      vacate(slot);
      // Not the head of the queue, which may belong to the evicted visitor.
      waiter.grant();
    }
  }

  function findSlotToReclaim(visitor: number): Slot | undefined {
    const [busiestVisitor, count] = [...slotCounts].reduce((a, b) => (b[1] > a[1] ? b : a), [visitor, 0]);
    if (count > slotCount(visitor) + 1) return findSlowestSlot((slot) => slot.visitor === busiestVisitor);
    const now = performance.now();
    const minRate = Math.min(maxMinRate, initialMinRate * 2 ** ((now - (fullSince ?? now)) / minRateDoublingTime));
    return findSlowestSlot(({ holder, acquiredAt }) => now - acquiredAt > minMeasuringTime && holder.rate() < minRate);
  }

  function findSlowestSlot(isCandidate: (slot: Slot) => boolean): Slot | undefined {
    const candidates = [...slots].filter(isCandidate).map((slot) => ({ slot, rate: slot.holder.rate() }));
    return candidates.sort((a, b) => a.rate - b.rate)[0]?.slot;
  }

  function removeWaiter(waiter: Waiter): void {
    waiters.splice(waiters.indexOf(waiter), 1);
    if (waiters.length > 0) return;
    clearInterval(reassignTimer);
    reassignTimer = undefined;
  }

  return {
    async acquire(visitor, holder) {
      if (canOccupy(visitor)) return occupy(visitor, holder);
      reassignTimer ??= setInterval(reassign, reassignInterval).unref();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          visitor,
          grant: () => {
            clearTimeout(timer);
            removeWaiter(waiter);
            resolve(occupy(visitor, holder));
          },
        };
        const timer = setTimeout(() => {
          removeWaiter(waiter);
          resolve(undefined);
        }, acquireTimeout);
        waiters.push(waiter);
      });
    },
  };
}
