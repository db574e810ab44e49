import type { Selectable, Transaction } from 'kysely';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';

/**
 * Locks an enquiry until the transaction ends, so that no other process can change it between reading and writing. Executes
 * an update that changes nothing, because SQLite has no `SELECT … FOR UPDATE`.
 * @returns the enquiry's row; undefined if it does not exist or has been erased
 */
export function lockEnquiry(
  transaction: Transaction<Tables>,
  enquiryId: string,
): Promise<Selectable<EnquiryRow> | undefined> {
  return transaction
    .updateTable('enquiries')
    .set(({ eb }) => ({ kind: eb.ref('kind') }))
    .where('id', '=', enquiryId)
    .where('erased_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
