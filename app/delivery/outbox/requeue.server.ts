import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { DeliveryState } from '#app/enquiries/enquiry.ts';

/**
 * The messages to requeue: those of one enquiry (8 characters, see `parseReference`), the rejected ones, or all
 * undelivered ones.
 */
export type RequeueSelection = { reference: string } | 'refused' | 'all';

/**
 * Makes rejected, waiting or partially delivered messages due now; the running site's outbox picks them up within a
 * second. Skips messages with a running attempt.
 * @param now trusted time (Unix time in ms)
 * @returns the number of messages made due
 */
export async function requeue(database: Database, selection: RequeueSelection, now: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('parcels')
    .set({
      state: sql<DeliveryState>`CASE WHEN reached IS NULL THEN 'waiting' ELSE state END`,
      next_attempt_at: now,
      last_error: null,
    })
    .where((expression) =>
      selection === 'refused'
        ? expression('state', '=', 'refused')
        : expression.or([expression('state', 'in', ['refused', 'waiting']), expression('reached', 'is not', null)]),
    )
    .where('leased_until', '<=', now)
    .$if(typeof selection === 'object', (query) =>
      query.where('enquiry_id', 'in', (enquiries) =>
        enquiries
          .selectFrom('enquiries')
          .select('id')
          .where('reference', '=', (selection as { reference: string }).reference),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
