import type { Database } from '#app/database/database.server.ts';

const retentionPeriod = 30 * 24 * 60 * 60 * 1000;

/** Deletes trouble notices that are older than 30 days and delivered. Notices about a request are deleted with the request. */
export async function purgeNotices(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('notices')
    .where('enquiry_id', 'is', null)
    .where('is_addressed', '=', 1)
    .where('created_at', '<=', now - retentionPeriod)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notice_deliveries')
            .select('notice_deliveries.id')
            .whereRef('notice_id', '=', 'notices.id')
            .where('state', '=', 'waiting'),
        ),
      ),
    )
    .execute();
}
