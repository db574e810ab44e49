import type { Database } from '#app/database/database.server.ts';
import { insertParcel, nextParcelNumber } from './parcel.server.ts';

/**
 * Makes one parcel for each enquiry of its late files that have a verdict by now, infected ones included: the desk is
 * told of those. Its outbox does the rest.
 * @param desk the name of the desk they go to
 */
export async function sendLateFiles(database: Database, desk: string, now: number): Promise<void> {
  const enquiries = await database
    .selectFrom('attachments')
    .select('enquiry_id')
    .distinct()
    .where('follow_up', '=', 0)
    .where('virus_check', '!=', 'waiting')
    .execute();
  for (const { enquiry_id: enquiryId } of enquiries) {
    await database.transaction().execute(async (transaction) => {
      const number = await nextParcelNumber(transaction, enquiryId);
      const sent = await transaction
        .updateTable('attachments')
        .set({ follow_up: number })
        .where('enquiry_id', '=', enquiryId)
        .where('follow_up', '=', 0)
        .where('virus_check', '!=', 'waiting')
        .executeTakeFirst();
      // Erased meanwhile.
      if (sent.numUpdatedRows === 0n) return;
      await insertParcel(
        transaction,
        { enquiryId, number, purpose: 'documents', attachments: [], desk, isDue: true },
        now,
      );
    });
  }
}
