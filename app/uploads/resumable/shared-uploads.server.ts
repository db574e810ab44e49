import { createHash } from 'node:crypto';
import type { Database } from '#app/database/database.server.ts';
import { type FileStore, StorageError } from '../storage/file-store.server.ts';
import type { UploadSource } from './unfinished-index.server.ts';

/**
 * Reads the bytes of an upload that have arrived, piece by piece.
 * @throws {StorageError} if a piece cannot be read, or if the upload has been completed or deleted in the meantime
 */
export async function* readPieces(
  database: Database,
  files: Pick<FileStore, 'open'>,
  uploadId: string,
): AsyncGenerator<Uint8Array> {
  // One statement, so that the list of pieces is consistent.
  const pieces = await database
    .selectFrom('unfinished_uploads')
    .innerJoin('upload_pieces', 'upload_pieces.upload_id', 'unfinished_uploads.id')
    .select('storage_key')
    .where('unfinished_uploads.id', '=', uploadId)
    .orderBy('position')
    .execute();
  if (pieces.length === 0) throw new StorageError('An upload has no pieces');
  for (const { storage_key } of pieces) {
    try {
      yield* files.open(storage_key) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw new StorageError('A piece of an upload could not be read', { cause: error });
    }
  }
}

/** Copies the bytes of an upload into one file. @returns its key, and its SHA-256 in hex */
export async function copyPieces(
  bytes: AsyncIterable<Uint8Array>,
  files: Pick<FileStore, 'create'>,
): Promise<{ storageKey: string; sha256: string }> {
  const hash = createHash('sha256');
  const writer = await files.create();
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.commit();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { storageKey: writer.key, sha256: hash.digest('hex') };
}

/** Deletes uploads with their pieces. @returns whether any of them existed */
export async function removeSharedUploads(
  database: Database,
  files: Pick<FileStore, 'remove'>,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const { count, pieces } = await database.transaction().execute(async (transaction) => {
    // Delete the uploads first: this locks them, so that no piece can be added in the meantime.
    const uploads = await transaction.deleteFrom('unfinished_uploads').where('id', 'in', ids).returning('id').execute();
    const pieces = await transaction
      .deleteFrom('upload_pieces')
      .where('upload_id', 'in', ids)
      .returning('storage_key')
      .execute();
    return { count: uploads.length, pieces };
  });
  for (const { storage_key } of pieces) await files.remove(storage_key);
  return count > 0;
}

/** Deletes the uploads whose draft no longer exists. */
export async function sweepSharedUploads(database: Database, files: Pick<FileStore, 'remove'>): Promise<void> {
  const orphaned = await database
    .selectFrom('unfinished_uploads')
    .select('id')
    .where('draft_id', 'not in', database.selectFrom('drafts').select('id'))
    .execute();
  for (const { id } of orphaned) await removeSharedUploads(database, files, [id]);
}

/** How long a list stays valid (ms): a process may learn this late what others have started and received. */
const listLifetime = 5_000;

/** Lists the uploads of all processes. */
export function sharedUploads(database: Database): UploadSource {
  return {
    isShared: true,
    lifetime: listLifetime,
    list: () => database.selectFrom('unfinished_uploads').select(['id', 'received as bytes', 'size']).execute(),
  };
}
