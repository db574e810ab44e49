import type { Database } from '#app/database/database.server.ts';
import type { EnquiryRow } from '#app/database/tables.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { removeUnreferenced } from '#app/uploads/sweep.server.ts';
import { insertParcel, nextParcelNumber } from './parcel.server.ts';

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
    const storageKeys = files.map(({ storage_key }) => storage_key);
    // The form's draft holds the same files for the rest of its day.
    if (storageKeys.length > 0) {
      await transaction.deleteFrom('draft_files').where('storage_key', 'in', storageKeys).execute();
    }
    const number = await nextParcelNumber(transaction, enquiryId);
    const parcels = await transaction
      .deleteFrom('parcels')
      .where('enquiry_id', '=', enquiryId)
      .returning(['desk', 'attempts', 'leased_until'])
      .execute();
    // An attempt without an answer, or one that is under way, may have arrived all the same.
    const toTell = parcels.find(
      ({ desk, attempts, leased_until }) => desk !== 'inbox' && (attempts > 0 || leased_until > now),
    );
    await transaction
      .updateTable('enquiries')
      .set({
        fields: '{}',
        content_hash: null,
        language: '',
        privacy_notice: '',
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
