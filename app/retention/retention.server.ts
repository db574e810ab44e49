import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { insertOutboxMessage, nextMessageNumber } from '#app/enquiries/store/outbox-message.server.ts';
import { mayHaveLeft } from '#app/enquiries/store/read-enquiry.server.ts';
import { trustedArrival } from '#app/enquiries/store/trusted-arrival.ts';
import { removePartialCopies, removeUnfinishedOf } from '#app/uploads/resumable/unfinished-uploads.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { removeUnreferenced } from '#app/uploads/storage/sweep.server.ts';

export type ErasureReason = NonNullable<EnquiryRow['erased_because']>;

/** The folder of unfinished uploads, and the store with the files to compare them with. */
export interface UnfinishedUploads {
  folder: string;
  files: Pick<FileStore, 'open'>;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Erases what a visitor sent: fields and files, and other copies of the same files left by repeated submissions or
 * interrupted uploads, unless another enquiry refers to them. Reference, kind and dates remain for statistics, and the
 * receipt's URL keeps reporting the erasure. If the visitor erased it and the desk may have a copy, the desk is informed.
 * `overwriteErased` then removes the traces from the disk.
 *
 * @param now the machine's clock (Unix time in ms)
 * @param uploads unfinished uploads, of which parts of the erased files are deleted
 * @param ahead how far the trusted time is ahead of `now` (ms)
 * @returns the id of the message that informs the desk, if any
 */
export async function eraseEnquiry(
  database: Database,
  store: Pick<FileStore, 'remove'>,
  enquiryId: string,
  reason: ErasureReason,
  now: number,
  uploads?: UnfinishedUploads,
  ahead = 0,
): Promise<{ noticeId?: string }> {
  const erasure = { enquiryId, reason, now, ahead };
  const { noticeId } = await eraseIf(() => Promise.resolve(true), database, store, erasure, uploads);
  return { noticeId };
}

/** Erases an enquiry, unless it has been erased before or `isDue` says no, which is asked once the enquiry is locked. */
async function eraseIf(
  isDue: (transaction: Transaction<Tables>, enquiryId: string) => Promise<boolean>,
  database: Database,
  store: Pick<FileStore, 'remove'>,
  { enquiryId, reason, now, ahead }: { enquiryId: string; reason: ErasureReason; now: number; ahead: number },
  uploads?: UnfinishedUploads,
): Promise<{ isErased: boolean; noticeId?: string }> {
  const { isErased, files, drafts, noticeId } = await database.transaction().execute(async (transaction) => {
    if (!(await lockEnquiry(transaction, enquiryId)) || !(await isDue(transaction, enquiryId))) {
      return { isErased: false, files: [], drafts: { ids: [], keys: [] } };
    }
    const files = await transaction
      .deleteFrom('attachments')
      .where('enquiry_id', '=', enquiryId)
      .returning(['storage_key', 'sha256', 'size'])
      .execute();
    const drafts = await deleteDraftsWith(
      transaction,
      files.map(({ sha256 }) => sha256),
    );
    const number = await nextMessageNumber(transaction, enquiryId);
    const parcels = await transaction.selectFrom('parcels').selectAll().where('enquiry_id', '=', enquiryId).execute();
    const informed = parcels.find(mayHaveLeft);
    // Keep messages with a running attempt until it ends, so that the erasure is delivered after them.
    await transaction
      .deleteFrom('parcels')
      .where('enquiry_id', '=', enquiryId)
      .where('leased_until', '<=', now + ahead)
      .execute();
    // Notices contain the journey and the reasons for urgency.
    await transaction.deleteFrom('alarms').where('enquiry_id', '=', enquiryId).execute();
    await transaction.deleteFrom('notices').where('enquiry_id', '=', enquiryId).execute();
    await transaction.updateTable('parcels').set({ fields: null }).where('enquiry_id', '=', enquiryId).execute();
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
        erased_at: now,
        erased_because: reason,
      })
      .where('id', '=', enquiryId)
      .execute();
    if (!informed || reason !== 'visitor') return { isErased: true, files, drafts };
    const notice = { enquiryId, number, purpose: 'erasure' as const, attachments: [], desk: informed.desk, ahead };
    return { isErased: true, files, drafts, noticeId: await insertOutboxMessage(transaction, notice, now) };
  });
  const keys = files.map(({ storage_key }) => storage_key);
  try {
    if (uploads !== undefined) {
      await removeUnfinishedOf(drafts.ids, uploads.folder);
      // Before deleting the files, with which the uploads are compared.
      const erased = files.map(({ size, storage_key }) => ({ size, storageKey: storage_key }));
      await removePartialCopies(erased, uploads.files, uploads.folder);
    }
  } finally {
    await removeUnreferenced(database, store, [...keys, ...drafts.keys]);
  }
  return { isErased, noticeId };
}

/**
 * Deletes the drafts with the same files, as a whole: a form submitted from one of them later must not appear to have no
 * files. Drafts whose copies belong to another enquiry are kept.
 * @returns the ids of the drafts and the storage keys of their files
 */
async function deleteDraftsWith(
  transaction: Transaction<Tables>,
  contents: string[],
): Promise<{ ids: string[]; keys: string[] }> {
  if (contents.length === 0) return { ids: [], keys: [] };
  const matches = await transaction
    .selectFrom('draft_files')
    .select('draft_id')
    .distinct()
    .where('sha256', 'in', contents)
    .where('storage_key', 'not in', (others) => others.selectFrom('attachments').select('storage_key'))
    .execute();
  if (matches.length === 0) return { ids: [], keys: [] };
  const ids = matches.map(({ draft_id }) => draft_id);
  const files = await transaction
    .deleteFrom('draft_files')
    .where('draft_id', 'in', ids)
    .returning('storage_key')
    .execute();
  await transaction.deleteFrom('drafts').where('id', 'in', ids).execute();
  return { ids, keys: files.map(({ storage_key }) => storage_key) };
}

/**
 * Erases enquiries past their retention period. Undelivered ones are kept, whatever their age, because nobody has read
 * them.
 * @param days retention period after arrival
 * @returns the number of enquiries erased
 */
export async function eraseExpired(
  database: Database,
  store: FileStore,
  days: number,
  now: number,
  uploads?: string,
  ahead = 0,
): Promise<number> {
  const expired = await database
    .selectFrom('enquiries')
    .select('id')
    .where('erased_at', 'is', null)
    .where(trustedArrival, '<=', now + ahead - days * day)
    .where(hasNothingUndelivered)
    .execute();
  const unfinished = uploads === undefined ? undefined : { folder: uploads, files: store };
  let count = 0;
  for (const { id } of expired) {
    const erasure = { enquiryId: id, reason: 'expired' as const, now, ahead };
    // Something may have been added since they were listed.
    const { isErased } = await eraseIf(isDelivered, database, store, erasure, unfinished);
    if (isErased) count += 1;
  }
  return count;
}

/** Selects enquiries of which the desk has everything. */
function hasNothingUndelivered(expression: ExpressionBuilder<Tables, 'enquiries'>) {
  const undelivered = expression
    .selectFrom('parcels')
    .select('parcels.id')
    .whereRef('parcels.enquiry_id', '=', 'enquiries.id')
    .where('parcels.state', '!=', 'delivered');
  // Late files without a verdict have no message yet.
  const late = expression
    .selectFrom('attachments')
    .select('attachments.id')
    .whereRef('attachments.enquiry_id', '=', 'enquiries.id')
    .where('follow_up', '=', 0);
  return expression.not(expression.or([expression.exists(undelivered), expression.exists(late)]));
}

async function isDelivered(transaction: Transaction<Tables>, enquiryId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('enquiries')
    .select('id')
    .where('id', '=', enquiryId)
    .where(hasNothingUndelivered)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an enquiry has been erased since a time (Unix time in ms). */
export async function hasErasedSince(database: Database, time: number): Promise<boolean> {
  const erased = await database
    .selectFrom('enquiries')
    .select('id')
    .where('erased_at', '>=', time)
    .limit(1)
    .executeTakeFirst();
  return erased !== undefined;
}
