import type { Database } from '#app/database/database.server.ts';
import type { Transaction } from 'kysely';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { removeUnreferenced } from '#app/uploads/sweep.server.ts';
import { insertParcel, nextParcelNumber } from './parcel.server.ts';
import { mayBeOutside } from './read-enquiry.server.ts';

export type ErasureReason = NonNullable<EnquiryRow['erased_because']>;

const day = 24 * 60 * 60 * 1000;

/**
 * Erases what a visitor sent: text, files, names. Reference, kind and dates remain for statistics, and the receipt's
 * address goes on to say that it was deleted. Where the desk may have a copy and the visitor asked for it, the desk is
 * told. `overwriteErased` then takes the last traces from the disk.
 *
 * @returns the parcel that tells the desk, where there is one
 */
export async function eraseEnquiry(
  database: Database,
  store: FileStore,
  enquiryId: string,
  because: ErasureReason,
  now: number,
): Promise<{ noticeId?: string }> {
  const { keys, noticeId } = await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('enquiries')
      .select('id')
      .where('id', '=', enquiryId)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (!row) return { keys: [] };
    const files = await transaction
      .deleteFrom('attachments')
      .where('enquiry_id', '=', enquiryId)
      .returning('storage_key')
      .execute();
    const sentKeys = files.map(({ storage_key }) => storage_key);
    const storageKeys = [...sentKeys, ...(await endDraftsWith(transaction, sentKeys))];
    const number = await nextParcelNumber(transaction, enquiryId);
    const parcels = await transaction.selectFrom('parcels').selectAll().where('enquiry_id', '=', enquiryId).execute();
    const toTell = parcels.find(mayBeOutside);
    // What is being handed over right now stays until that has an end, so that word of the erasure comes after it.
    await transaction
      .deleteFrom('parcels')
      .where('enquiry_id', '=', enquiryId)
      .where('leased_until', '<=', now)
      .execute();
    await transaction.updateTable('parcels').set({ fields: null }).where('enquiry_id', '=', enquiryId).execute();
    await transaction
      .updateTable('enquiries')
      .set({
        fields: '{}',
        content_hash: null,
        language: '',
        privacy_notice: '',
        may_be_automated: 0,
        erased_at: now,
        erased_because: because,
      })
      .where('id', '=', enquiryId)
      .execute();
    if (!toTell || because !== 'visitor') return { keys: storageKeys };
    const notice = { enquiryId, number, purpose: 'erasure' as const, attachments: [], desk: toTell.desk };
    return { keys: storageKeys, noticeId: await insertParcel(transaction, notice, now) };
  });
  await removeUnreferenced(database, store, keys);
  return { noticeId };
}

/**
 * Ends the drafts that hold the same files, as a whole: a form that is sent from one of them later must not pass for a
 * form without files.
 * @returns where the bytes of their files are
 */
async function endDraftsWith(transaction: Transaction<Tables>, storageKeys: string[]): Promise<string[]> {
  if (storageKeys.length === 0) return [];
  const holding = await transaction
    .selectFrom('draft_files')
    .select('draft_id')
    .distinct()
    .where('storage_key', 'in', storageKeys)
    .execute();
  if (holding.length === 0) return [];
  const ids = holding.map(({ draft_id }) => draft_id);
  const files = await transaction
    .deleteFrom('draft_files')
    .where('draft_id', 'in', ids)
    .returning('storage_key')
    .execute();
  await transaction.deleteFrom('drafts').where('id', 'in', ids).execute();
  return files.map(({ storage_key }) => storage_key);
}

/**
 * Erases enquiries that are older than the company keeps them. One that its desk does not have yet stays, however old:
 * nobody has read it.
 * @param days how long an enquiry is kept after it arrived
 * @returns how many were erased
 */
export async function eraseExpired(database: Database, store: FileStore, days: number, now: number): Promise<number> {
  const expired = await database
    .selectFrom('enquiries')
    .select('id')
    .where('erased_at', 'is', null)
    .where('received_at', '<=', now - days * day)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('parcels')
            .select('parcels.id')
            .whereRef('parcels.enquiry_id', '=', 'enquiries.id')
            .where('parcels.state', '!=', 'delivered'),
        ),
      ),
    )
    // Of files that are still with the virus check there is no parcel yet.
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('attachments')
            .select('attachments.id')
            .whereRef('attachments.enquiry_id', '=', 'enquiries.id')
            .where('follow_up', '=', 0),
        ),
      ),
    )
    .execute();
  for (const { id } of expired) await eraseEnquiry(database, store, id, 'expired', now);
  return expired.length;
}

/** Whether something has been erased since a moment. */
export async function hasErasedSince(database: Database, moment: number): Promise<boolean> {
  const erased = await database
    .selectFrom('enquiries')
    .select('id')
    .where('erased_at', '>=', moment)
    .limit(1)
    .executeTakeFirst();
  return erased !== undefined;
}
