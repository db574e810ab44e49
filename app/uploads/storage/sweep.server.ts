import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from './file-store.server.ts';

/** Unreferenced files younger than this may belong to an upload in progress (ms). */
const minOrphanAge = 24 * 60 * 60 * 1000;

/** How long the files of a draft are kept after it has expired (ms). */
export const expiryGrace = 60 * 60 * 1000;

/**
 * Deletes the given files unless a draft, an unfinished upload, an enquiry, a file sent to a family or the company facts
 * refer to them.
 */
export async function removeUnreferenced(
  database: Database,
  store: Pick<FileStore, 'remove'>,
  keys: string[],
): Promise<void> {
  for (const key of keys) {
    const reference = await database
      .selectFrom('draft_files')
      .select('storage_key')
      .where('storage_key', '=', key)
      .unionAll(database.selectFrom('attachments').select('storage_key').where('storage_key', '=', key))
      .unionAll(database.selectFrom('company_pictures').select('storage_key').where('storage_key', '=', key))
      .unionAll(database.selectFrom('shared_files').select('storage_key').where('storage_key', '=', key))
      .unionAll(database.selectFrom('upload_pieces').select('storage_key').where('storage_key', '=', key))
      .executeTakeFirst();
    if (!reference) await store.remove(key);
  }
}

/**
 * Deletes expired drafts with their files, and orphaned files, such as those that a crash left unfinished. Files that
 * are still referred to are kept.
 * @param now trusted time (Unix time in ms)
 * @param systemNow the system clock (Unix time in ms), which determines the modification times of files. An orphan is
 *   deleted only if it is old by both clocks.
 * @returns the number of drafts deleted
 */
export async function sweepUploads(
  database: Database,
  store: FileStore,
  now: number,
  systemNow = now,
): Promise<number> {
  // A form that was opened before its draft expired may be about to be submitted, so its files are kept a little
  // longer.
  const expiredBefore = now - expiryGrace;
  const expired = database.selectFrom('drafts').select('id').where('expires_at', '<=', expiredBefore);
  const files = await database
    .deleteFrom('draft_files')
    .where('draft_id', 'in', expired)
    .returning('storage_key')
    .execute();
  const drafts = await database.deleteFrom('drafts').where('expires_at', '<=', expiredBefore).executeTakeFirstOrThrow();
  await removeUnreferenced(
    database,
    store,
    files.map((row) => row.storage_key),
  );

  const orphans: string[] = [];
  for await (const file of store.list()) {
    if (file.modifiedAt <= Math.min(now, systemNow) - minOrphanAge) orphans.push(file.key);
  }
  await removeUnreferenced(database, store, orphans);
  return Number(drafts.numDeletedRows);
}
