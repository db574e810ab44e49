import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { DeliveryState, OutboxMessage } from '#app/enquiries/enquiry.ts';
import { readOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { Desk, DeskAnswer } from '../channels/desk.server.ts';
import type { Quarantine } from '../scan/quarantine.server.ts';

/** Delivers outbox messages to the desk. */
export interface Delivery {
  /**
   * Attempts to deliver a message now, even before its next attempt is due. Joins an attempt that is running in this
   * process; skips a message that another process has leased.
   * @returns the state after the desk has responded, or `waiting` after `patience` ms, while the attempt continues
   */
  attempt(messageId: string, patience: number): Promise<DeliveryState>;
  /** Starts polling for due messages, until stopped. */
  start(): void;
  /** Called when the desk is known to work again: makes messages due that failed before. */
  deskRecovered(): Promise<void>;
  /** Stops polling and waits for running attempts. */
  stop(): Promise<void>;
}

/** Duration of a lease (ms). Renewed while a delivery is running; expires if the process dies. */
export const leaseTime = 60_000;

const maxBackoff = 30 * 60_000;
const pollInterval = 1_000;
/** Maximum number of concurrent attempts started by polling. */
const maxConcurrentPolled = 5;
/** Minimum interval between making failed messages due early (ms). */
const bringForwardInterval = 30_000;
/** How long to retry the remaining recipients of a partially delivered message (ms). */
const incompleteTimeout = 3 * 24 * 60 * 60_000;
/** Maximum number of concurrent attempts in total; beyond it, messages are left to polling. */
const maxConcurrent = 40;

/** Operators look at errors, and at persistent warnings. */
const logLevels = { delivered: 'info', waiting: 'warn', refused: 'error' } as const;

/**
 * The outbox: delivers every stored message to the desk once, retrying as often as needed, and never before an earlier
 * pending message of the same enquiry.
 * @param quarantine if given, files are sent only after it has released them
 * @param trustedNow trusted time (Unix time in ms), used for scheduling attempts and leases
 */
export function openDelivery(
  database: Database,
  desk: Desk,
  log: Log,
  quarantine?: Pick<Quarantine, 'scanBeforeSend'>,
  trustedNow: () => number = Date.now,
): Delivery {
  const underWay = new Map<string, Promise<DeliveryState>>();
  const polled = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  // The previous process may have left failed messages.
  let hasFailed = true;
  let broughtForwardAt = -Infinity;

  /**
   * Leases a message for this process.
   * @returns the lease's end, which also identifies its owner; undefined if the message is leased by another process,
   *   delivered, paused, or behind an earlier one
   */
  async function lease(messageId: string): Promise<number | undefined> {
    const now = trustedNow();
    const result = await database
      .updateTable('parcels')
      .set({ leased_until: now + leaseTime })
      .where('id', '=', messageId)
      .where((expression) => expression.or([expression('state', '!=', 'delivered'), isIncomplete(expression)]))
      .where('leased_until', '<=', now)
      .where(isFirstPending)
      .where(isNotPaused)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? now + leaseTime : undefined;
  }

  /** Extends a lease. A process that was suspended beyond its lease may have lost it, and must not extend it. */
  async function renew(messageId: string, held: number): Promise<number> {
    const longer = trustedNow() + leaseTime;
    const result = await database
      .updateTable('parcels')
      .set({ leased_until: longer })
      .where('id', '=', messageId)
      .where('leased_until', '=', held)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? longer : held;
  }

  async function stateOf(messageId: string): Promise<DeliveryState> {
    const row = await database.selectFrom('parcels').select('state').where('id', '=', messageId).executeTakeFirst();
    return row?.state ?? 'waiting';
  }

  /** Selects messages of this desk that only some recipients have received. */
  function isIncomplete(expression: ExpressionBuilder<Tables, 'parcels'>) {
    return expression.and([expression('reached', 'is not', null), expression('desk', '=', desk.name)]);
  }

  /** After a success that follows a failure, makes failed messages due. */
  async function afterAnswer(answer: DeskAnswer): Promise<void> {
    const isIncomplete = answer.outcome === 'accepted' && answer.incomplete !== undefined;
    if (answer.outcome === 'accepted' && hasFailed && trustedNow() >= broughtForwardAt + bringForwardInterval) {
      broughtForwardAt = trustedNow();
      hasFailed = false;
      await bringForward(isIncomplete ? ['waiting'] : ['waiting', 'delivered']);
    }
    if (answer.outcome === 'unavailable' || isIncomplete) hasFailed = true;
  }

  async function bringForward(states: DeliveryState[]): Promise<void> {
    const now = trustedNow();
    await database
      .updateTable('parcels')
      .set({ next_attempt_at: now })
      .where('attempts', '>', 0)
      .where('next_attempt_at', '>', now)
      .where('leased_until', '<=', now)
      .where((expression) => expression.or([expression('state', '=', 'waiting'), isIncomplete(expression)]))
      .where('state', 'in', states)
      .execute();
  }

  async function deliver(messageId: string): Promise<DeliveryState> {
    const taken = await lease(messageId);
    if (taken === undefined) return stateOf(messageId);
    let held = Promise.resolve(taken);
    const renewal = setInterval(() => {
      held = held.then(async (until) => {
        try {
          return await renew(messageId, until);
        } catch (error) {
          log.error({ err: error }, 'lease could not be renewed');
          return until;
        }
      });
    }, leaseTime / 3);
    try {
      await quarantine?.scanBeforeSend(messageId);
      const outboxMessage = await readOutboxMessage(database, messageId);
      const row = await database
        .selectFrom('parcels')
        .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
        .select(['attempts', 'idempotency_key', 'reached', 'delivered_at', 'clock_behind'])
        .where('parcels.id', '=', messageId)
        .executeTakeFirst();
      if (!outboxMessage || !row) {
        // Erased in the meantime: nothing left to deliver.
        await database.deleteFrom('parcels').where('id', '=', messageId).execute();
        return 'waiting';
      }
      const before = row.reached === null ? [] : (JSON.parse(row.reached) as string[]);
      const answer = await desk.deliver(outboxMessage, row.idempotency_key, before);
      clearInterval(renewal);
      const attempts = row.attempts + 1;
      const incomplete = answer.outcome === 'accepted' ? answer.incomplete : undefined;
      const isGivenUp =
        row.delivered_at !== null && trustedNow() > row.delivered_at + row.clock_behind + incompleteTimeout;
      const state: DeliveryState =
        answer.outcome === 'accepted' ? 'delivered' : answer.outcome === 'refused' ? 'refused' : 'waiting';
      const written = await database
        .updateTable('parcels')
        .set({
          state,
          attempts,
          desk: desk.name,
          leased_until: 0,
          next_attempt_at: trustedNow() + backoff(attempts, maxBackoff),
          delivered_at: state === 'delivered' ? (row.delivered_at ?? Date.now()) : null,
          last_error: answer.outcome === 'accepted' ? (incomplete?.reason ?? null) : answer.reason,
          reached: incomplete && !isGivenUp ? JSON.stringify(incomplete.reached) : null,
        })
        .where('id', '=', messageId)
        .where('leased_until', '=', await held)
        .executeTakeFirst();
      if (written.numUpdatedRows === 0n && state !== 'delivered') return await stateOf(messageId);
      // Without `reached`, which contains mail addresses.
      const { outcome, reason } = { reason: incomplete?.reason, ...answer };
      const level = incomplete ? (isGivenUp ? 'error' : 'warn') : logLevels[state];
      log[level](
        {
          ...{
            reference: referenceOf(outboxMessage),
            purpose: outboxMessage.purpose,
            desk: desk.name,
            state,
            attempts,
            outcome,
          },
          ...(reason !== undefined && { reason }),
          ...(incomplete && { incomplete: true }),
        },
        'delivery',
      );
      // This message's state has been written, whatever happens to the others.
      await afterAnswer(answer).catch((error: unknown) =>
        log.error({ err: error }, 'failed messages could not be made due'),
      );
      return state;
    } catch (error) {
      clearInterval(renewal);
      await countInternalError(messageId, await held, error);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** Counts an attempt that failed with an internal error: the next one backs off, and the list shows the reason. */
  async function countInternalError(messageId: string, held: number, error: unknown): Promise<void> {
    const { code, name } = error as { code?: string; name?: string };
    const row = await database.selectFrom('parcels').select('attempts').where('id', '=', messageId).executeTakeFirst();
    const attempts = (row?.attempts ?? 0) + 1;
    await database
      .updateTable('parcels')
      .set({
        attempts,
        leased_until: 0,
        next_attempt_at: trustedNow() + backoff(attempts, maxBackoff),
        // The error's message may contain personal data.
        last_error: `internal error: ${code ?? name ?? 'unknown'}`,
      })
      .where('id', '=', messageId)
      .where('leased_until', '=', held)
      .execute();
  }

  function attemptOnce(messageId: string): Promise<DeliveryState> {
    const running = underWay.get(messageId);
    if (running) return running;
    const attempt = deliver(messageId)
      .catch((error: unknown): DeliveryState => {
        // The message is stored, so the outbox will retry it.
        log.error({ err: error }, 'delivery failed with an internal error');
        return 'waiting';
      })
      .finally(() => underWay.delete(messageId));
    underWay.set(messageId, attempt);
    return attempt;
  }

  async function deliverDue(): Promise<void> {
    const due = await database
      .selectFrom('parcels')
      .select('id')
      .where((expression) => expression.or([expression('state', '=', 'waiting'), isIncomplete(expression)]))
      .where('next_attempt_at', '<=', trustedNow())
      .where('leased_until', '<=', trustedNow())
      .where(isFirstPending)
      .where(isNotPaused)
      .orderBy('next_attempt_at')
      .limit(Math.max(0, maxConcurrentPolled - polled.size))
      .execute();
    // Not awaited: a slow delivery must not delay the next poll.
    for (const { id } of due) {
      polled.add(id);
      void attemptOnce(id).finally(() => polled.delete(id));
    }
  }

  function scheduleNextPoll(): void {
    timer = setTimeout(() => {
      deliverDue()
        .catch((error: unknown) => log.error({ err: error }, 'outbox could not be read'))
        .finally(() => {
          if (timer) scheduleNextPoll();
        });
    }, pollInterval);
    timer.unref();
  }

  return {
    async attempt(messageId, patience) {
      if (underWay.size >= maxConcurrent && !underWay.has(messageId)) return stateOf(messageId);
      const attempt = attemptOnce(messageId);
      const impatient = new Promise<DeliveryState>((resolve) => {
        setTimeout(() => resolve('waiting'), patience).unref();
      });
      return Promise.race([attempt, impatient]);
    },
    start: () => {
      if (!timer) scheduleNextPoll();
    },
    deskRecovered: () => bringForward(['waiting', 'delivered']),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Selects nothing while deliveries are paused after a restore. */
function isNotPaused(expression: ExpressionBuilder<Tables, 'parcels'>) {
  return expression.not(expression.exists(expression.selectFrom('delivery_pause').select('id')));
}

/** Selects messages without an earlier pending one of the same enquiry: a desk must not get a correction first. */
function isFirstPending(expression: ExpressionBuilder<Tables, 'parcels'>) {
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

function referenceOf(outboxMessage: OutboxMessage): string {
  return outboxMessage.purpose === 'erasure' ? outboxMessage.reference : outboxMessage.enquiry.reference;
}
