import type { Database } from '#app/database/database.server.ts';

/**
 * Makes parcels due now that wait or that the desk refused; the running site's outbox picks them up within a second.
 * One that is being handed over right now is left to that attempt.
 * @param reference those of one enquiry (8 characters, see `parseReference`); without it, everything that was refused
 * @returns how many
 */
export async function requeue(database: Database, reference: string | undefined, now: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('parcels')
    .set({ state: 'waiting', next_attempt_at: now })
    .where('state', 'in', reference === undefined ? ['refused'] : ['refused', 'waiting'])
    .where('leased_until', '<=', now)
    .$if(reference !== undefined, (query) =>
      query.where('enquiry_id', 'in', (enquiries) =>
        enquiries
          .selectFrom('enquiries')
          .select('id')
          .where('reference', '=', reference ?? ''),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
