import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from './file-store.server.ts';

/** Unreferenced files younger than this may belong to an upload in progress (ms). */
const orphanAge = 24 * 60 * 60 * 1000;

/** How long an expired draft's files are kept (ms). */
export const expiryGrace = 60 * 60 * 1000;

/** Deletes those of the given files that no draft and no enquiry refers to. */
export async function removeUnreferenced(
  database: Database,
  store: Pick<FileStore, 'remove'>,
  keys: string[],
): Promise<void> {
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
 * Deletes expired drafts with their files, and orphaned files such as those half-written in a crash. Files that an
 * enquiry refers to are kept.
 * @param now trusted time (Unix time in ms)
 * @param clock the machine's clock, which dates files on disk; a file is old only by both
 * @returns the number of drafts deleted
 */
export async function sweepUploads(database: Database, store: FileStore, now: number, clock = now): Promise<number> {
  // A form opened before the expiry may be about to be submitted, so its files are kept a little longer.
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
    if (file.modifiedAt <= Math.min(now, clock) - orphanAge) orphans.push(file.key);
  }
  await removeUnreferenced(database, store, orphans);
  return Number(drafts.numDeletedRows);
}
