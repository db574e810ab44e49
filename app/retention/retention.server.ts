import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';
import { countryOfRow } from '#app/enquiries/store/country.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { insertOutboxMessage, nextMessageNumber } from '#app/enquiries/store/outbox-message.server.ts';
import { mayHaveLeft } from '#app/enquiries/store/read-enquiry.server.ts';
import {
  removePartialCopies,
  removeUnfinishedUploads,
  type UnfinishedUploads,
} from '#app/uploads/resumable/unfinished-uploads.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { removeUnreferenced } from '#app/uploads/storage/sweep.server.ts';

export type ErasureReason = NonNullable<EnquiryRow['erased_because']>;

/**
 * Erases the fields and files of an enquiry, and other copies of the same files that were left by repeated submissions
 * or interrupted uploads, unless another enquiry refers to them. Reference, kind, country and dates remain for
 * statistics, and the receipt's URL continues to report the erasure. Informs the desk if the visitor requested the
 * erasure and the desk may have a copy. `removeDeletedTraces` must then remove the traces from the disk.
 *
 * @param now time of the system clock (Unix time in ms)
 * @param uploads unfinished uploads; those that are partial copies of the erased files are deleted
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 * @returns the id of the outbox message that informs the desk, if any
 */
export async function eraseEnquiry(
  database: Database,
  store: Pick<FileStore, 'remove'>,
  enquiryId: string,
  reason: ErasureReason,
  now: number,
  uploads?: UnfinishedUploads,
  clockOffset = 0,
): Promise<{ erasureMessageId?: string }> {
  const erasure = { enquiryId, reason, now, clockOffset };
  const { erasureMessageId } = await eraseIf(() => Promise.resolve(true), database, store, erasure, uploads);
  return { erasureMessageId };
}

/**
 * Erases an enquiry unless it is already erased or the predicate rejects it.
 * @param shouldErase called while the enquiry is locked
 */
export async function eraseIf(
  shouldErase: (transaction: Transaction<Tables>, enquiryId: string) => Promise<boolean>,
  database: Database,
  store: Pick<FileStore, 'remove'>,
  {
    enquiryId,
    reason,
    now,
    clockOffset,
  }: { enquiryId: string; reason: ErasureReason; now: number; clockOffset: number },
  uploads?: UnfinishedUploads,
): Promise<{ isErased: boolean; erasureMessageId?: string }> {
  const { isErased, files, drafts, erasureMessageId } = await database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, enquiryId);
    if (!enquiry || !(await shouldErase(transaction, enquiryId))) {
      return { isErased: false, files: [], drafts: { ids: [], storageKeys: [] } };
    }
    const attachments = await transaction
      .deleteFrom('attachments')
      .where('enquiry_id', '=', enquiryId)
      .returning(['storage_key', 'sha256', 'size'])
      .execute();
    const sharedFiles = await transaction
      .deleteFrom('shared_files')
      .where('enquiry_id', '=', enquiryId)
      .returning(['storage_key', 'sha256', 'size'])
      .execute();
    const files = [...attachments, ...sharedFiles];
    await transaction.deleteFrom('sent_links').where('enquiry_id', '=', enquiryId).execute();
    const drafts = await deleteDraftsContaining(
      transaction,
      files.map(({ sha256 }) => sha256),
    );
    const number = await nextMessageNumber(transaction, enquiryId);
    const parcels = await transaction.selectFrom('parcels').selectAll().where('enquiry_id', '=', enquiryId).execute();
    const sentMessage = parcels.find(mayHaveLeft);
    // Keep messages that are being delivered, so that the desk receives the erasure after them.
    await transaction
      .deleteFrom('parcels')
      .where('enquiry_id', '=', enquiryId)
      .where('leased_until', '<=', now + clockOffset)
      .execute();
    await transaction.deleteFrom('enquiry_events').where('enquiry_id', '=', enquiryId).execute();
    // Notices contain the journey and the reasons for the urgency.
    await transaction.deleteFrom('alarms').where('enquiry_id', '=', enquiryId).execute();
    await transaction.deleteFrom('notices').where('enquiry_id', '=', enquiryId).execute();
    await transaction
      .updateTable('parcels')
      .set({ fields: null, text: null })
      .where('enquiry_id', '=', enquiryId)
      .execute();
    await transaction
      .updateTable('enquiries')
      .set({
        fields: '{}',
        content_hash: null,
        sending_hash: null,
        alike: null,
        language: '',
        privacy_notice: '',
        may_be_automated: 0,
        state: 'new',
        owner: null,
        country: countryOfRow(enquiry),
        closing_counts_from: null,
        call_again_at: null,
        call_announced: null,
        restricted_at: null,
        expiry_announced_at: null,
        wants_mail: 0,
        case_version: 0,
        erased_at: now,
        erased_because: reason,
      })
      .where('id', '=', enquiryId)
      .execute();
    if (!sentMessage || reason !== 'visitor') return { isErased: true, files, drafts };
    const erasureMessage = {
      enquiryId,
      number,
      purpose: 'erasure' as const,
      attachments: [],
      desk: sentMessage.desk,
      clockOffset,
    };
    return {
      isErased: true,
      files,
      drafts,
      erasureMessageId: await insertOutboxMessage(transaction, erasureMessage, now),
    };
  });
  const storageKeys = files.map(({ storage_key }) => storage_key);
  try {
    if (uploads !== undefined) {
      await removeUnfinishedUploads(database, drafts.ids, uploads);
      // The uploads are compared with the files, so delete the files afterwards.
      const erasedFiles = files.map(({ size, storage_key }) => ({ size, storageKey: storage_key }));
      await removePartialCopies(database, erasedFiles, uploads);
    }
  } finally {
    await removeUnreferenced(database, store, [...storageKeys, ...drafts.storageKeys]);
  }
  return { isErased, erasureMessageId };
}

/**
 * Deletes every draft that contains one of these files, including its other files: a form submitted from the draft later
 * must not appear to have had no files. Keeps drafts whose copy belongs to another enquiry.
 * @param hashes SHA-256 hashes of the files
 * @returns the ids of the deleted drafts and the storage keys of their files
 */
async function deleteDraftsContaining(
  transaction: Transaction<Tables>,
  hashes: string[],
): Promise<{ ids: string[]; storageKeys: string[] }> {
  if (hashes.length === 0) return { ids: [], storageKeys: [] };
  const matches = await transaction
    .selectFrom('draft_files')
    .select('draft_id')
    .distinct()
    .where('sha256', 'in', hashes)
    .where('storage_key', 'not in', (eb) => eb.selectFrom('attachments').select('storage_key'))
    .execute();
  if (matches.length === 0) return { ids: [], storageKeys: [] };
  const ids = matches.map(({ draft_id }) => draft_id);
  const files = await transaction
    .deleteFrom('draft_files')
    .where('draft_id', 'in', ids)
    .returning('storage_key')
    .execute();
  await transaction.deleteFrom('drafts').where('id', 'in', ids).execute();
  return { ids, storageKeys: files.map(({ storage_key }) => storage_key) };
}

/** Returns whether any enquiry has been erased since `time` (Unix time in ms). */
export async function wasAnythingErasedSince(database: Database, time: number): Promise<boolean> {
  const erased = await database
    .selectFrom('enquiries')
    .select('id')
    .where('erased_at', '>=', time)
    .limit(1)
    .executeTakeFirst();
  return erased !== undefined;
}
