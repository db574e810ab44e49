import { sql } from 'kysely';
import { type Database, retryIfDiskFull } from '#app/database/database.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { type CheckedPicture, checkPicture, type PictureProblem, storePicture } from './fact-pictures.server.ts';

/** Where the facts and their pictures are stored. */
export interface FactsStorage {
  database: Database;
  files: Pick<FileStore, 'create' | 'remove'>;
}

/** How long a picture that no version shows is kept (ms): long enough to finish a form. */
const unusedLifetime = 24 * 60 * 60 * 1000;

/**
 * Stores a picture before the facts that show it, so that a form with errors need not upload it again. The same picture
 * is stored only once. It is deleted after a day unless facts that show it are saved.
 * @param fileName its file name, for the error message
 * @param now Unix time (ms)
 * @returns the name by which facts refer to it; or why it is rejected
 * @throws {StorageError} if it cannot be stored
 */
export async function savePicture(
  { database, files }: FactsStorage,
  { bytes, fileName }: { bytes: Buffer; fileName: string },
  now: number,
): Promise<{ name: string } | { problem: PictureProblem }> {
  const checked = await checkPicture(bytes, fileName);
  if ('problem' in checked) return checked;
  const { picture } = checked;
  const storageKey = await storePicture(files, picture);
  const isNew = await retryIfDiskFull(() => insertPicture(database, picture, storageKey, now));
  if (!isNew) await files.remove(storageKey);
  return { name: picture.name };
}

/** Records a stored picture, or that it has been stored again. @returns whether it is new */
export async function insertPicture(
  database: Database,
  { name, type, bytes, sha256 }: CheckedPicture,
  storageKey: string,
  now: number,
): Promise<boolean> {
  const { storage_key: kept } = await database
    .insertInto('company_pictures')
    .values({ name, type, size: bytes.length, sha256, storage_key: storageKey, stored_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ stored_at: now }))
    .returning('storage_key')
    .executeTakeFirstOrThrow();
  return kept === storageKey;
}

/** Returns the names of all stored pictures. */
export async function storedPictureNames(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.selectFrom('company_pictures').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/**
 * Deletes pictures that no version shows and that were last stored more than a day ago.
 * @param now trusted time (Unix time in ms)
 */
export async function removeUnusedPictures(
  database: Database,
  files: Pick<FileStore, 'remove'>,
  now: number,
): Promise<void> {
  const removed = await database
    .deleteFrom('company_pictures')
    .where('stored_at', '<=', now - unusedLifetime)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM company_versions WHERE facts LIKE '%' || company_pictures.name || '%')`,
    )
    .returning('storage_key')
    .execute();
  for (const { storage_key: key } of removed) await files.remove(key);
}
