import { createHash } from 'node:crypto';
import { type FileStore, StorageError } from './file-store.server.ts';

/**
 * Hashes a stored file, chunk by chunk, so that other requests are served in between.
 * @returns SHA-256 in hex
 * @throws {StorageError} if the file cannot be read
 */
export async function hashStoredFile(store: Pick<FileStore, 'open'>, storageKey: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of store.open(storageKey) as AsyncIterable<Uint8Array>) hash.update(chunk);
  } catch (error) {
    throw new StorageError('A stored file could not be read', { cause: error });
  }
  return hash.digest('hex');
}
