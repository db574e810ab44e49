import type { Database } from '#app/database/database.server.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import type { SubmittedFields } from '../enquiry.ts';
import { requestNotice } from '../store/request-notice.ts';

/**
 * Sends a notice for each family that is now due to be called again, once for each arranged time.
 * @param now time of the system clock (Unix time in ms), to which the times of calls refer
 */
export async function announceDueCalls(database: Database, now: number): Promise<void> {
  const due = await database
    .selectFrom('enquiries')
    .select(['id', 'call_again_at'])
    .where('call_again_at', '<=', now)
    .where((eb) => eb('call_announced', 'is distinct from', eb.ref('call_again_at')))
    .where('erased_at', 'is', null)
    .execute();
  for (const { id, call_again_at } of due) {
    await database.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('enquiries')
        .set({ call_announced: call_again_at })
        .where('id', '=', id)
        .where('call_again_at', '=', call_again_at)
        .where((eb) => eb('call_announced', 'is distinct from', eb.ref('call_again_at')))
        .where('erased_at', 'is', null)
        .returning(['kind', 'fields', 'reference', 'language', 'received_at'])
        .executeTakeFirst();
      // Another process has announced it, or the family has been called or has erased the request.
      if (!row) return;
      const { kind, reference, language, received_at } = row;
      // The stored fields match the kind, which the column type cannot express.
      const submitted = { kind, fields: JSON.parse(row.fields) as unknown } as SubmittedFields;
      const notice = requestNotice('request.call_again', { ...submitted, reference, language }, received_at, now);
      await announce(transaction, { notice, audience: 'everybody', enquiryId: id }, now);
    });
  }
}
