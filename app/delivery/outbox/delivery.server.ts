import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#app/database/database.server.ts';
import { isPostgres } from '#app/database/dialect.server.ts';
import type { DeliveryState, OutboxMessage } from '#app/enquiries/enquiry.ts';
import { readOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import type { TraceContext } from '#app/ids/trace-context.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { DeliveryResult, Desk } from '../channels/desk.server.ts';
import type { Quarantine } from '../scan/quarantine.server.ts';
import { isIncomplete, openLeases } from './leases.server.ts';

/** Delivers outbox messages to the desk. */
export interface Delivery {
  /**
   * Attempts to deliver a message now, even before its next attempt is due. Joins an attempt that is running in this
   * process; skips a message that another process has leased.
   * @param maxWait how long to wait for the desk's response (ms); the attempt continues after that
   * @param trace the trace of the visitor's request, for this attempt only: later attempts do not belong to a request
   * @returns the state after the response, or `waiting` if there was none in time
   */
  attempt(messageId: string, maxWait: number, trace?: TraceContext): Promise<DeliveryState>;
  /** Starts polling for due messages, until stopped. */
  start(): void;
  /** Makes failed messages due. To be called when the desk is known to work again. */
  retryFailedMessages(): Promise<void>;
  /** Stops polling and waits for running attempts. */
  stop(): Promise<void>;
}

const maxBackoff = 30 * 60_000;
const pollInterval = 1_000;
/** How often to read the state of a message that another process is delivering (ms). */
const otherInterval = 200;
/** Maximum number of concurrent attempts started by polling. */
const maxConcurrentPolled = 5;
/** Minimum interval (ms) after which failed messages may be made due early again. */
const bringForwardInterval = 30_000;
/** How long to retry the remaining recipients of a partially delivered message (ms). */
const incompleteTimeout = 3 * 24 * 60 * 60_000;
/** Maximum number of concurrent attempts in total. Messages beyond it are left to polling. */
const maxConcurrent = 40;

/** Log levels by delivery state. Operators respond to errors and to persistent warnings. */
const logLevels = { delivered: 'info', waiting: 'warn', refused: 'error' } as const;

/**
 * Opens the outbox, which delivers every stored message to the desk once, retrying as often as needed, and never before
 * an earlier pending message of the same enquiry.
 * @param quarantine if given, releases the files before they are sent
 * @param trustedNow trusted time (Unix time in ms), used for scheduling attempts and leases
 */
export function openDelivery(
  database: Database,
  desk: Desk,
  log: Log,
  quarantine?: Pick<Quarantine, 'scanBeforeSend'>,
  trustedNow: () => number = Date.now,
): Delivery {
  const leases = openLeases(database, desk.name, log, trustedNow);
  const attemptsInFlight = new Map<string, Promise<DeliveryState>>();
  const polledInFlight = new Set<string>();
  /** Whether other processes deliver messages, too. With SQLite, only the command line does, for a moment. */
  const isShared = isPostgres(database);
  let timer: NodeJS.Timeout | undefined;
  // True at the start, because the previous process may have left failed messages.
  let mayHaveFailedMessages = true;
  let lastBroughtForwardAt = -Infinity;

  /** Waits while another process is delivering a message. @returns its state afterwards */
  async function waitForOther(messageId: string): Promise<DeliveryState> {
    for (;;) {
      const row = await database
        .selectFrom('parcels')
        .select(['state', 'leased_until'])
        .where('id', '=', messageId)
        .executeTakeFirst();
      if (row?.state !== 'waiting' || row.leased_until <= trustedNow()) return row?.state ?? 'waiting';
      await pause(otherInterval, undefined, { ref: false });
    }
  }

  async function readState(messageId: string): Promise<DeliveryState> {
    const row = await database.selectFrom('parcels').select('state').where('id', '=', messageId).executeTakeFirst();
    return row?.state ?? 'waiting';
  }

  /** Makes failed messages due after the first success that follows a failure. */
  async function onDeliveryResult(result: DeliveryResult): Promise<void> {
    const isPartial = result.outcome === 'accepted' && result.incomplete !== undefined;
    if (
      result.outcome === 'accepted' &&
      mayHaveFailedMessages &&
      trustedNow() >= lastBroughtForwardAt + bringForwardInterval
    ) {
      lastBroughtForwardAt = trustedNow();
      mayHaveFailedMessages = false;
      await bringForward(isPartial ? ['waiting'] : ['waiting', 'delivered']);
    }
    if (result.outcome === 'unavailable' || isPartial) mayHaveFailedMessages = true;
  }

  async function bringForward(states: DeliveryState[]): Promise<void> {
    const now = trustedNow();
    await database
      .updateTable('parcels')
      .set({ next_attempt_at: now })
      .where('attempts', '>', 0)
      .where('next_attempt_at', '>', now)
      .where('leased_until', '<=', now)
      .where((expression) => expression.or([expression('state', '=', 'waiting'), isIncomplete(desk.name)(expression)]))
      .where('state', 'in', states)
      .execute();
  }

  /** @param claimed the end of the lease, if this process has it already */
  async function deliver(
    messageId: string,
    claimed: number | undefined,
    trace: TraceContext | undefined,
  ): Promise<DeliveryState> {
    const acquired = claimed ?? (await leases.acquire(messageId));
    if (acquired === undefined) return isShared ? waitForOther(messageId) : readState(messageId);
    const lease = leases.keep(messageId, acquired);
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
        // The enquiry was erased in the meantime.
        await database.deleteFrom('parcels').where('id', '=', messageId).execute();
        return 'waiting';
      }
      const reachedBefore = row.reached === null ? [] : (JSON.parse(row.reached) as string[]);
      const attempts = row.attempts + 1;
      const attempt = { idempotencyKey: row.idempotency_key, number: attempts, reached: reachedBefore, trace };
      const result = await desk.deliver(outboxMessage, attempt);
      lease.stop();
      const incomplete = result.outcome === 'accepted' ? result.incomplete : undefined;
      const hasTimedOut =
        row.delivered_at !== null && trustedNow() > row.delivered_at + row.clock_behind + incompleteTimeout;
      const state: DeliveryState =
        result.outcome === 'accepted' ? 'delivered' : result.outcome === 'refused' ? 'refused' : 'waiting';
      const update = await database
        .updateTable('parcels')
        .set({
          state,
          attempts,
          desk: desk.name,
          leased_until: 0,
          next_attempt_at: trustedNow() + backoff(attempts, maxBackoff),
          delivered_at: state === 'delivered' ? (row.delivered_at ?? Date.now()) : null,
          last_error: result.outcome === 'accepted' ? (incomplete?.reason ?? null) : result.reason,
          reached: incomplete && !hasTimedOut ? JSON.stringify(incomplete.reached) : null,
        })
        .where('id', '=', messageId)
        .where('leased_until', '=', await lease.end())
        .executeTakeFirst();
      if (update.numUpdatedRows === 0n && state !== 'delivered') return await readState(messageId);
      // Omits `reached`, which contains email addresses.
      const { outcome, reason } = { reason: incomplete?.reason, ...result };
      const level = incomplete ? (hasTimedOut ? 'error' : 'warn') : logLevels[state];
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
          ...(trace && { trace: trace.traceId }),
        },
        'delivery',
      );
      // An error here affects only other messages: this one's state is already stored.
      await onDeliveryResult(result).catch((error: unknown) =>
        log.error({ err: error }, 'Failed messages could not be rescheduled; they will be retried with backoff'),
      );
      return state;
    } catch (error) {
      lease.stop();
      await recordInternalError(messageId, await lease.end(), error);
      throw error;
    } finally {
      lease.stop();
    }
  }

  /**
   * Counts an attempt that failed with an internal error, so that the next one backs off and `npm run enquiries` shows
   * the reason.
   */
  async function recordInternalError(messageId: string, leaseEnd: number, error: unknown): Promise<void> {
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
      .where('leased_until', '=', leaseEnd)
      .execute();
  }

  function joinOrStartAttempt(messageId: string, claimed?: number, trace?: TraceContext): Promise<DeliveryState> {
    const running = attemptsInFlight.get(messageId);
    if (running) return running;
    const attempt = deliver(messageId, claimed, trace)
      .catch((error: unknown): DeliveryState => {
        // The message remains in the outbox, which will retry it.
        log.error({ err: error }, 'Delivery failed with an internal error; it will be retried');
        return 'waiting';
      })
      .finally(() => attemptsInFlight.delete(messageId));
    attemptsInFlight.set(messageId, attempt);
    return attempt;
  }

  async function deliverDue(): Promise<void> {
    const limit = Math.max(0, maxConcurrentPolled - polledInFlight.size);
    const { ids, leaseEnd } = await leases.claimDue(limit);
    // Not awaited, so that a slow delivery does not delay the next poll.
    for (const id of ids) {
      polledInFlight.add(id);
      void joinOrStartAttempt(id, leaseEnd).finally(() => polledInFlight.delete(id));
    }
  }

  function scheduleNextPoll(): void {
    timer = setTimeout(() => {
      deliverDue()
        .catch((error: unknown) => log.error({ err: error }, 'Outbox could not be read; it will be read again'))
        .finally(() => {
          if (timer) scheduleNextPoll();
        });
    }, pollInterval);
    timer.unref();
  }

  return {
    async attempt(messageId, maxWait, trace) {
      if (attemptsInFlight.size >= maxConcurrent && !attemptsInFlight.has(messageId)) return readState(messageId);
      const attempt = joinOrStartAttempt(messageId, undefined, trace);
      const timeout = new Promise<DeliveryState>((resolve) => {
        setTimeout(() => resolve('waiting'), maxWait).unref();
      });
      return Promise.race([attempt, timeout]);
    },
    start: () => {
      if (!timer) scheduleNextPoll();
    },
    retryFailedMessages: () => bringForward(['waiting', 'delivered']),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled(attemptsInFlight.values());
    },
  };
}

function referenceOf(outboxMessage: OutboxMessage): string {
  return outboxMessage.purpose === 'erasure' ? outboxMessage.reference : outboxMessage.enquiry.reference;
}
