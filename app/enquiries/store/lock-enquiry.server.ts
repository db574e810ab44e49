import type { Transaction } from 'kysely';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';

/**
 * Locks an enquiry until the transaction ends: what is read after it is still true when it is written, however many
 * processes write. It is an update that changes nothing, because SQLite knows no `SELECT … FOR UPDATE`.
 * @returns undefined if there is none, or it has been erased
 */
export function lockEnquiry(transaction: Transaction<Tables>, enquiryId: string): Promise<EnquiryRow | undefined> {
  return transaction
    .updateTable('enquiries')
    .set(({ eb }) => ({ kind: eb.ref('kind') }))
    .where('id', '=', enquiryId)
    .where('erased_at', 'is', null)
    .returningAll()
    .executeTakeFirst() as Promise<EnquiryRow | undefined>;
}
