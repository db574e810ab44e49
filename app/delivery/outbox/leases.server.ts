import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { isPostgres } from '#app/database/dialect.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { Log } from '#app/log/log.server.ts';

/** Duration of a lease (ms). Renewed while a delivery is running; expires if the process dies. */
export const leaseDuration = 60_000;

/**
 * A process that delivers a message leases it first, so that no other process delivers it at the same time. The end of
 * a lease (Unix time in ms) also identifies its owner.
 */
export interface Leases {
  /**
   * Leases a message for this process.
   * @returns the lease's end; undefined if the message is leased by another process, delivered, paused, restricted, or
   *   preceded by a pending one
   */
  acquire(messageId: string): Promise<number | undefined>;
  /**
   * Finds messages that are due. On PostgreSQL, it leases them at once and skips those that another process is leasing
   * at this moment, so that it does not wait for that process.
   * @returns their ids, and the end of their lease if they are leased
   */
  claimDue(limit: number): Promise<{ ids: string[]; leaseEnd?: number }>;
  /** Renews a lease until it is stopped. */
  keep(messageId: string, leaseEnd: number): KeptLease;
}

/** A lease that is being renewed. */
interface KeptLease {
  /** Stops renewing. */
  stop(): void;
  /** Waits for a renewal that is running. @returns the lease's end */
  end(): Promise<number>;
}

/**
 * @param deskName the desk whose partially delivered messages are due, too
 * @param trustedNow trusted time (Unix time in ms)
 */
export function openLeases(database: Database, deskName: string, log: Log, trustedNow: () => number): Leases {
  async function claimDue(limit: number): Promise<{ ids: string[]; leaseEnd: number }> {
    const leaseEnd = trustedNow() + leaseDuration;
    const claimed = await database
      .with('due', () => selectDue(limit).forUpdate().skipLocked())
      .updateTable('parcels')
      .set({ leased_until: leaseEnd })
      .where('id', 'in', (expression) => expression.selectFrom('due').select('due.id'))
      .returning('id')
      .execute();
    return { ids: claimed.map(({ id }) => id), leaseEnd };
  }

  function selectDue(limit: number) {
    return database
      .selectFrom('parcels')
      .select('id')
      .where((expression) => expression.or([expression('state', '=', 'waiting'), isIncomplete(deskName)(expression)]))
      .where('next_attempt_at', '<=', trustedNow())
      .where('leased_until', '<=', trustedNow())
      .where(isFirstPending)
      .where(isNotPaused)
      .where(isNotRestricted)
      .orderBy('next_attempt_at')
      .limit(limit);
  }

  /**
   * Extends a lease, unless this process was suspended beyond its end and has lost it.
   * @returns the lease's end afterwards
   */
  async function renew(messageId: string, leaseEnd: number): Promise<number> {
    const newEnd = trustedNow() + leaseDuration;
    const result = await database
      .updateTable('parcels')
      .set({ leased_until: newEnd })
      .where('id', '=', messageId)
      .where('leased_until', '=', leaseEnd)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? newEnd : leaseEnd;
  }

  return {
    async acquire(messageId) {
      const now = trustedNow();
      const result = await database
        .updateTable('parcels')
        .set({ leased_until: now + leaseDuration })
        .where('id', '=', messageId)
        .where((expression) =>
          expression.or([expression('state', '!=', 'delivered'), isIncomplete(deskName)(expression)]),
        )
        .where('leased_until', '<=', now)
        .where(isFirstPending)
        .where(isNotPaused)
        .where(isNotRestricted)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n ? now + leaseDuration : undefined;
    },
    async claimDue(limit) {
      if (isPostgres(database)) return claimDue(limit);
      return { ids: (await selectDue(limit).execute()).map(({ id }) => id) };
    },
    keep(messageId, leaseEnd) {
      let end = Promise.resolve(leaseEnd);
      const timer = setInterval(() => {
        end = end.then(async (currentEnd) => {
          try {
            return await renew(messageId, currentEnd);
          } catch (error) {
            log.error({ err: error }, 'Lease of a message could not be renewed');
            return currentEnd;
          }
        });
      }, leaseDuration / 3);
      return { stop: () => clearInterval(timer), end: () => end };
    },
  };
}

/** Matches messages of this desk that only some recipients received. */
export function isIncomplete(deskName: string) {
  return (expression: ExpressionBuilder<Tables, 'parcels'>) =>
    expression.and([expression('reached', 'is not', null), expression('desk', '=', deskName)]);
}

/** Excludes all messages while deliveries are paused after a restore. */
function isNotPaused(expression: ExpressionBuilder<Tables, 'parcels'>) {
  return expression.not(expression.exists(expression.selectFrom('delivery_pause').select('id')));
}

/** Excludes messages of requests whose processing is restricted. */
export function isNotRestricted(expression: ExpressionBuilder<Tables, 'parcels'>) {
  return expression.not(
    expression.exists(
      expression
        .selectFrom('enquiries')
        .select('enquiries.id')
        .whereRef('enquiries.id', '=', 'parcels.enquiry_id')
        .where('restricted_at', 'is not', null),
    ),
  );
}

/**
 * Matches messages without an earlier pending one of the same enquiry: the desk must not get a correction before the
 * enquiry itself.
 */
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
