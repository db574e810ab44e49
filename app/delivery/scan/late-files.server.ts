import type { Database } from '#app/database/database.server.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { insertOutboxMessage, nextMessageNumber } from '#app/enquiries/store/outbox-message.server.ts';

/**
 * Creates one outbox message per enquiry for its late files that now have a verdict. Infected files are included, because
 * the desk is informed of them.
 * @param desk name of the desk to deliver to
 * @param ahead how far the trusted time is ahead of `now` (ms)
 */
export async function sendLateFiles(database: Database, desk: string, now: number, ahead = 0): Promise<void> {
  const enquiries = await database
    .selectFrom('attachments')
    .select('enquiry_id')
    .distinct()
    .where('follow_up', '=', 0)
    .where('virus_check', '!=', 'waiting')
    .execute();
  for (const { enquiry_id: enquiryId } of enquiries) {
    await database.transaction().execute(async (transaction) => {
      // Erased in the meantime.
      if (!(await lockEnquiry(transaction, enquiryId))) return;
      const number = await nextMessageNumber(transaction, enquiryId);
      const sent = await transaction
        .updateTable('attachments')
        .set({ follow_up: number })
        .where('enquiry_id', '=', enquiryId)
        .where('follow_up', '=', 0)
        .where('virus_check', '!=', 'waiting')
        .executeTakeFirst();
      // Another process was faster.
      if (sent.numUpdatedRows === 0n) return;
      await insertOutboxMessage(
        transaction,
        { enquiryId, number, purpose: 'documents', attachments: [], desk, isDue: true, ahead },
        now,
      );
    });
  }
}
