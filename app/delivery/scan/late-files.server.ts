import type { Database } from '#app/database/database.server.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { insertOutboxMessage, nextMessageNumber } from '#app/enquiries/store/outbox-message.server.ts';

/**
 * Creates one outbox message per enquiry for its late files that now have a verdict. Infected files are included, so
 * that the desk learns about them.
 * @param desk the name of the desk to deliver to
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 */
export async function sendLateFiles(database: Database, desk: string, now: number, clockOffset = 0): Promise<void> {
  const enquiries = await database
    .selectFrom('attachments')
    .select('enquiry_id')
    .distinct()
    .where('follow_up', '=', 0)
    .where('virus_check', '!=', 'waiting')
    .execute();
  for (const { enquiry_id: enquiryId } of enquiries) {
    await database.transaction().execute(async (transaction) => {
      // The enquiry has been erased in the meantime.
      if (!(await lockEnquiry(transaction, enquiryId))) return;
      const number = await nextMessageNumber(transaction, enquiryId);
      const update = await transaction
        .updateTable('attachments')
        .set({ follow_up: number })
        .where('enquiry_id', '=', enquiryId)
        .where('follow_up', '=', 0)
        .where('virus_check', '!=', 'waiting')
        .executeTakeFirst();
      // Another process has already created the message.
      if (update.numUpdatedRows === 0n) return;
      await insertOutboxMessage(
        transaction,
        { enquiryId, number, purpose: 'documents', attachments: [], desk, isDue: true, clockOffset },
        now,
      );
    });
  }
}
