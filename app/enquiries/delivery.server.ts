import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log.server.ts';
import type { Desk } from './desk.server.ts';
import type { DeliveryState } from './enquiry.ts';
import { readEnquiry } from './read-enquiry.server.ts';

export interface Delivery {
  /**
   * Tries to hand an enquiry over now, whatever its next attempt was planned for. An attempt that is under
   * way in this process is joined, never doubled; one of another process is left alone.
   * @returns the state when the desk has answered, or `waiting` after `patience` milliseconds: the attempt
   *   itself goes on.
   */
  attempt(enquiryId: string, patience: number): Promise<DeliveryState>;
  /** Hands over what is due, until stopped. */
  start(): void;
  /** Plans no more attempts and waits for those under way. */
  stop(): Promise<void>;
}

/** A process that dies with a delivery gives it up after this long. Renewed while it works. */
export const leaseTime = 60_000;

const firstPause = 5_000;
const longestPause = 30 * 60_000;
const lookEvery = 1_000;
const mostAtOnce = 5;

/**
 * How long to wait after the n-th failed attempt, in milliseconds: three times as long each time, at most
 * half an hour, a fifth more or less so that deliveries do not march in step.
 */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPause * 3 ** (attempts - 1), longestPause);
  return Math.round(pause * (0.8 + 0.4 * random()));
}

/** The outbox: every stored enquiry reaches its desk, once, however often it has to be tried. */
export function openDelivery(database: Database, desk: Desk, log: Log): Delivery {
  const underWay = new Map<string, Promise<DeliveryState>>();
  let timer: NodeJS.Timeout | undefined;

  /** Takes the row for this process: the lease's end names its owner. None when another has it, or it is delivered. */
  async function lease(enquiryId: string): Promise<number | undefined> {
    const now = Date.now();
    const result = await database
      .updateTable('deliveries')
      .set({ leased_until: now + leaseTime })
      .where('enquiry_id', '=', enquiryId)
      .where('state', '!=', 'delivered')
      .where('leased_until', '<=', now)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? now + leaseTime : undefined;
  }

  /** Holds the row for longer. A process that slept past its lease may have lost it and keeps its hands off. */
  async function renew(enquiryId: string, held: number): Promise<number> {
    const longer = Date.now() + leaseTime;
    const result = await database
      .updateTable('deliveries')
      .set({ leased_until: longer })
      .where('enquiry_id', '=', enquiryId)
      .where('leased_until', '=', held)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? longer : held;
  }

  async function stateOf(enquiryId: string): Promise<DeliveryState> {
    const row = await database
      .selectFrom('deliveries')
      .select('state')
      .where('enquiry_id', '=', enquiryId)
      .executeTakeFirst();
    return row?.state ?? 'waiting';
  }

  async function handOver(enquiryId: string): Promise<DeliveryState> {
    const taken = await lease(enquiryId);
    if (taken === undefined) return stateOf(enquiryId);
    let held = Promise.resolve(taken);
    const renewal = setInterval(() => {
      held = held.then(async (until) => {
        try {
          return await renew(enquiryId, until);
        } catch (error) {
          log.error({ err: error }, 'lease not renewed');
          return until;
        }
      });
    }, leaseTime / 3);
    try {
      const record = await readEnquiry(database, { id: enquiryId });
      const row = await database
        .selectFrom('deliveries')
        .select(['attempts', 'idempotency_key'])
        .where('enquiry_id', '=', enquiryId)
        .executeTakeFirst();
      if (!record || !row) return 'waiting';
      const answer = await desk.deliver(record.enquiry, row.idempotency_key);
      clearInterval(renewal);
      const attempts = row.attempts + 1;
      const state: DeliveryState =
        answer.outcome === 'accepted' ? 'delivered' : answer.outcome === 'refused' ? 'refused' : 'waiting';
      const written = await database
        .updateTable('deliveries')
        .set({
          state,
          attempts,
          desk: desk.name,
          leased_until: 0,
          next_attempt_at: Date.now() + pauseAfter(attempts),
          delivered_at: state === 'delivered' ? Date.now() : null,
          last_error: answer.outcome === 'accepted' ? null : answer.reason,
        })
        .where('enquiry_id', '=', enquiryId)
        .where('leased_until', '=', await held)
        .executeTakeFirst();
      if (written.numUpdatedRows === 0n && state !== 'delivered') return await stateOf(enquiryId);
      log[state === 'refused' ? 'error' : 'info'](
        { reference: record.enquiry.reference, desk: desk.name, state, attempts, ...answer },
        'delivery',
      );
      return state;
    } finally {
      clearInterval(renewal);
    }
  }

  function attemptOnce(enquiryId: string): Promise<DeliveryState> {
    const running = underWay.get(enquiryId);
    if (running) return running;
    const attempt = handOver(enquiryId)
      .catch((error: unknown): DeliveryState => {
        // The enquiry is stored all the same; the outbox comes back to it.
        log.error({ err: error }, 'delivery broke');
        return 'waiting';
      })
      .finally(() => underWay.delete(enquiryId));
    underWay.set(enquiryId, attempt);
    return attempt;
  }

  async function handOverDue(): Promise<void> {
    const due = await database
      .selectFrom('deliveries')
      .select('enquiry_id')
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', Date.now())
      .where('leased_until', '<=', Date.now())
      .orderBy('next_attempt_at')
      .limit(Math.max(0, mostAtOnce - underWay.size))
      .execute();
    // Not waited for: a slow one must not keep the others from being looked at.
    for (const row of due) void attemptOnce(row.enquiry_id);
  }

  function plan(): void {
    timer = setTimeout(() => {
      handOverDue()
        .catch((error: unknown) => log.error({ err: error }, 'outbox not read'))
        .finally(() => {
          if (timer) plan();
        });
    }, lookEvery);
    timer.unref();
  }

  return {
    attempt(enquiryId, patience) {
      const attempt = attemptOnce(enquiryId);
      const impatient = new Promise<DeliveryState>((resolve) => {
        setTimeout(() => resolve('waiting'), patience).unref();
      });
      return Promise.race([attempt, impatient]);
    },
    start: () => {
      if (!timer) plan();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled(underWay.values());
    },
  };
}
