import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { Log } from '#app/log.server.ts';
import type { Desk } from './desk.server.ts';
import type { DeliveryState, Parcel } from './enquiry.ts';
import { readParcel } from './parcel.server.ts';
import type { Quarantine } from './quarantine.server.ts';

export interface Delivery {
  /**
   * Tries to hand a parcel over now, whatever its next attempt was planned for. An attempt that is under
   * way in this process is joined, never doubled; one of another process is left alone.
   * @returns the state when the desk has answered, or `waiting` after `patience` milliseconds: the attempt
   *   itself goes on.
   */
  attempt(parcelId: string, patience: number): Promise<DeliveryState>;
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
/** Attempts that the outbox has under way by itself. */
const mostAtOnce = 5;
/** Attempts in all: more visitors than that at once are told that the outbox goes on. */
const mostInAll = 40;

/**
 * How long to wait after the n-th failed attempt, in milliseconds: three times as long each time, at most
 * half an hour, a fifth more or less so that deliveries do not march in step.
 */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPause * 3 ** (attempts - 1), longestPause);
  return Math.round(pause * (0.8 + 0.4 * random()));
}

/** Who runs the site looks at errors, and at warnings that do not end. */
const logLevels = { delivered: 'info', waiting: 'warn', refused: 'error' } as const;

/**
 * The outbox: every stored parcel reaches its desk, once, however often it has to be tried, and not before
 * an earlier one of the same enquiry that is still on its way.
 * @param quarantine where there is one, no file leaves that it has not let go
 */
export function openDelivery(
  database: Database,
  desk: Desk,
  log: Log,
  quarantine?: Pick<Quarantine, 'settle'>,
): Delivery {
  const underWay = new Map<string, Promise<DeliveryState>>();
  const byOutbox = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  /** Takes the row for this process: the lease's end names its owner. None when another has it, or it is delivered. */
  async function lease(parcelId: string): Promise<number | undefined> {
    const now = Date.now();
    const result = await database
      .updateTable('parcels')
      .set({ leased_until: now + leaseTime })
      .where('id', '=', parcelId)
      .where('state', '!=', 'delivered')
      .where('leased_until', '<=', now)
      .where(hasNoneBefore)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? now + leaseTime : undefined;
  }

  /** Holds the row for longer. A process that slept past its lease may have lost it and keeps its hands off. */
  async function renew(parcelId: string, held: number): Promise<number> {
    const longer = Date.now() + leaseTime;
    const result = await database
      .updateTable('parcels')
      .set({ leased_until: longer })
      .where('id', '=', parcelId)
      .where('leased_until', '=', held)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? longer : held;
  }

  async function stateOf(parcelId: string): Promise<DeliveryState> {
    const row = await database.selectFrom('parcels').select('state').where('id', '=', parcelId).executeTakeFirst();
    return row?.state ?? 'waiting';
  }

  async function handOver(parcelId: string): Promise<DeliveryState> {
    const taken = await lease(parcelId);
    if (taken === undefined) return stateOf(parcelId);
    let held = Promise.resolve(taken);
    const renewal = setInterval(() => {
      held = held.then(async (until) => {
        try {
          return await renew(parcelId, until);
        } catch (error) {
          log.error({ err: error }, 'lease not renewed');
          return until;
        }
      });
    }, leaseTime / 3);
    try {
      await quarantine?.settle(parcelId);
      const parcel = await readParcel(database, parcelId);
      const row = await database
        .selectFrom('parcels')
        .select(['attempts', 'idempotency_key'])
        .where('id', '=', parcelId)
        .executeTakeFirst();
      if (!parcel || !row) {
        // Erased meanwhile: there is nothing left to hand over.
        await database.deleteFrom('parcels').where('id', '=', parcelId).execute();
        return 'waiting';
      }
      const answer = await desk.deliver(parcel, row.idempotency_key);
      clearInterval(renewal);
      const attempts = row.attempts + 1;
      const state: DeliveryState =
        answer.outcome === 'accepted' ? 'delivered' : answer.outcome === 'refused' ? 'refused' : 'waiting';
      const written = await database
        .updateTable('parcels')
        .set({
          state,
          attempts,
          desk: desk.name,
          leased_until: 0,
          next_attempt_at: Date.now() + pauseAfter(attempts),
          delivered_at: state === 'delivered' ? Date.now() : null,
          last_error: answer.outcome === 'accepted' ? null : answer.reason,
        })
        .where('id', '=', parcelId)
        .where('leased_until', '=', await held)
        .executeTakeFirst();
      if (written.numUpdatedRows === 0n && state !== 'delivered') return await stateOf(parcelId);
      log[logLevels[state]](
        { reference: referenceOf(parcel), purpose: parcel.purpose, desk: desk.name, state, attempts, ...answer },
        'delivery',
      );
      return state;
    } finally {
      clearInterval(renewal);
    }
  }

  function attemptOnce(parcelId: string): Promise<DeliveryState> {
    const running = underWay.get(parcelId);
    if (running) return running;
    const attempt = handOver(parcelId)
      .catch((error: unknown): DeliveryState => {
        // The parcel is stored all the same; the outbox comes back to it.
        log.error({ err: error }, 'delivery broke');
        return 'waiting';
      })
      .finally(() => underWay.delete(parcelId));
    underWay.set(parcelId, attempt);
    return attempt;
  }

  async function handOverDue(): Promise<void> {
    const due = await database
      .selectFrom('parcels')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', Date.now())
      .where('leased_until', '<=', Date.now())
      .where(hasNoneBefore)
      .orderBy('next_attempt_at')
      .limit(Math.max(0, mostAtOnce - byOutbox.size))
      .execute();
    // Not waited for: a slow one must not keep the others from being looked at.
    for (const { id } of due) {
      byOutbox.add(id);
      void attemptOnce(id).finally(() => byOutbox.delete(id));
    }
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
    async attempt(parcelId, patience) {
      if (underWay.size >= mostInAll && !underWay.has(parcelId)) return stateOf(parcelId);
      const attempt = attemptOnce(parcelId);
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

/** No earlier parcel of the same enquiry is on its way: a desk must not hear of a correction first. */
function hasNoneBefore(expression: ExpressionBuilder<Tables, 'parcels'>) {
  return expression.not(
    expression.exists(
      expression
        .selectFrom('parcels as earlier')
        .select('earlier.id')
        .whereRef('earlier.enquiry_id', '=', 'parcels.enquiry_id')
        .whereRef('earlier.number', '<', 'parcels.number')
        .where('earlier.state', '=', 'waiting'),
    ),
  );
}

function referenceOf(parcel: Parcel): string {
  return parcel.purpose === 'erasure' ? parcel.reference : parcel.enquiry.reference;
}
