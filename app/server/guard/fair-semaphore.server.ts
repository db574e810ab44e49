/** How often slots are reassigned while somebody waits (ms). */
const pollInterval = 2_000;
/** Minimum transfer rate once all slots are taken and somebody waits (bytes/s). */
const initialMinRate = 500;
/** Interval in which that rate doubles (ms). */
const minRateDoubling = 3_000;
/** Upper bound of that rate (bytes/s): the speed of a weak mobile connection. */
const maxMinRate = 32 * 1024;
/** How long a holder is measured before its rate counts (ms). */
const measuringTime = 10_000;

/** The work that holds a slot. */
export interface Holder {
  /** Average transfer rate so far (bytes/s). */
  rate(): number;
  /** Called when the slot has been taken away. */
  evict(): void;
}

/**
 * A fair semaphore. When all slots are taken, a newcomer waits for one. While it waits, slots may be evicted: the
 * slowest one of the visitor with the most slots, if that visitor has at least two more than the newcomer; otherwise
 * the slowest of all, if it is slower than a minimum rate that rises for as long as all slots are taken.
 */
export interface FairSemaphore {
  /**
   * Acquires a slot, waiting for up to `acquireTimeout`.
   * @param visitor the visitor's key; no visitor may hold all slots
   * @returns a function that releases the slot (further calls do nothing); undefined if none became free in time
   */
  acquire(visitor: number, holder: Holder): Promise<(() => void) | undefined>;
}

/** How many slots there are in total and for each visitor, and how long an acquire may wait (ms). */
export interface SemaphoreLimits {
  maxSlots: number;
  maxPerVisitor: number;
  acquireTimeout: number;
}

interface Slot {
  visitor: number;
  holder: Holder;
  since: number;
}

interface Waiter {
  visitor: number;
  acquire: () => void;
}

/** Creates a {@link FairSemaphore}. */
export function createFairSemaphore({ maxSlots, maxPerVisitor, acquireTimeout }: SemaphoreLimits): FairSemaphore {
  const taken = new Set<Slot>();
  const takenBy = new Map<number, number>();
  const waiters: Waiter[] = [];
  /** When somebody began to wait with all slots taken (performance.now). */
  let fullSince: number | undefined;
  let reassigning: NodeJS.Timeout | undefined;

  const countOf = (visitor: number) => takenBy.get(visitor) ?? 0;
  const isFreeFor = (visitor: number) => taken.size < maxSlots && countOf(visitor) < maxPerVisitor;

  function occupy(visitor: number, holder: Holder): () => void {
    const slot = { visitor, holder, since: performance.now() };
    taken.add(slot);
    takenBy.set(visitor, countOf(visitor) + 1);
    return () => release(slot);
  }

  function vacate(slot: Slot): boolean {
    const { visitor } = slot;
    if (!taken.delete(slot)) return false;
    if (countOf(visitor) > 1) takenBy.set(visitor, countOf(visitor) - 1);
    else takenBy.delete(visitor);
    return true;
  }

  function release(slot: Slot): void {
    if (!vacate(slot)) return;
    const next = waiters.find((one) => isFreeFor(one.visitor));
    if (next) next.acquire();
    else fullSince = undefined;
  }

  /** Evicts a slot for each newcomer that is below its own limit. */
  function reassign(): void {
    if (taken.size < maxSlots) return;
    fullSince ??= performance.now();
    for (const next of [...waiters]) {
      const slot = countOf(next.visitor) < maxPerVisitor ? slotToEvict(next.visitor) : undefined;
      if (!slot) continue;
      slot.holder.evict();
      vacate(slot);
      // This newcomer, not the head of the queue, which may belong to the evicted visitor.
      next.acquire();
    }
  }

  function slotToEvict(visitor: number): Slot | undefined {
    const [greediest, count] = [...takenBy].reduce((a, b) => (b[1] > a[1] ? b : a), [visitor, 0]);
    if (count > countOf(visitor) + 1) return slowest((slot) => slot.visitor === greediest);
    const now = performance.now();
    const minRate = Math.min(maxMinRate, initialMinRate * 2 ** ((now - (fullSince ?? now)) / minRateDoubling));
    return slowest(({ holder, since }) => now - since > measuringTime && holder.rate() < minRate);
  }

  function slowest(isCandidate: (slot: Slot) => boolean): Slot | undefined {
    const candidates = [...taken].filter(isCandidate).map((slot) => ({ slot, rate: slot.holder.rate() }));
    return candidates.sort((a, b) => a.rate - b.rate)[0]?.slot;
  }

  function stopWaiting(slot: Waiter): void {
    waiters.splice(waiters.indexOf(slot), 1);
    if (waiters.length > 0) return;
    clearInterval(reassigning);
    reassigning = undefined;
  }

  return {
    async acquire(visitor, holder) {
      if (isFreeFor(visitor)) return occupy(visitor, holder);
      reassigning ??= setInterval(reassign, pollInterval).unref();
      return new Promise((resolve) => {
        const slot: Waiter = {
          visitor,
          acquire: () => {
            clearTimeout(timer);
            stopWaiting(slot);
            resolve(occupy(visitor, holder));
          },
        };
        const timer = setTimeout(() => {
          stopWaiting(slot);
          resolve(undefined);
        }, acquireTimeout);
        waiters.push(slot);
      });
    },
  };
}
