import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from './file-store.server.ts';

/** Bytes younger than this may belong to an upload that is still arriving. */
const orphanAge = 24 * 60 * 60 * 1000;

/** How long after its end a draft's bytes stay, in milliseconds. */
export const expiryGrace = 60 * 60 * 1000;

/** Deletes those of the given files that no draft and no enquiry refers to any more. */
export async function removeUnreferenced(database: Database, store: FileStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    const used = await database
      .selectFrom('draft_files')
      .select('storage_key')
      .where('storage_key', '=', key)
      .unionAll(database.selectFrom('attachments').select('storage_key').where('storage_key', '=', key))
      .executeTakeFirst();
    if (!used) await store.remove(key);
  }
}

/**
 * Deletes drafts past their 24 hours with their files, and bytes that belong to nothing: what a crash left
 * half-written. Files that an enquiry shares stay.
 * @returns how many drafts there were
 */
export async function sweepUploads(database: Database, store: FileStore, now: number): Promise<number> {
  // A form that was opened in time may be on its way in; it keeps its files a little longer.
  const expiredBy = now - expiryGrace;
  const expired = database.selectFrom('drafts').select('id').where('expires_at', '<=', expiredBy);
  const files = await database
    .deleteFrom('draft_files')
    .where('draft_id', 'in', expired)
    .returning('storage_key')
    .execute();
  const drafts = await database.deleteFrom('drafts').where('expires_at', '<=', expiredBy).executeTakeFirstOrThrow();
  await removeUnreferenced(
    database,
    store,
    files.map((row) => row.storage_key),
  );

  const orphans: string[] = [];
  for await (const file of store.list()) {
    if (file.modifiedAt <= now - orphanAge) orphans.push(file.key);
  }
  await removeUnreferenced(database, store, orphans);
  return Number(drafts.numDeletedRows);
}
