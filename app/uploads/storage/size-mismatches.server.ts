import type { FileStore } from './file-store.server.ts';
import type { StoredFile } from './stored-file.ts';

/** Maximum number of concurrent lookups. */
const maxConcurrent = 50;

/**
 * Finds files that are missing from the store or have the wrong size. Reads no content, so it is cheap.
 * @returns the actual size in bytes by storage key; undefined for a file that does not exist
 * @throws {StorageError} if the store cannot be read
 */
export async function findSizeMismatches(
  files: readonly Pick<StoredFile, 'storageKey' | 'size'>[],
  store: Pick<FileStore, 'sizeOf'>,
): Promise<Map<string, number | undefined>> {
  const mismatches = new Map<string, number | undefined>();
  for (let from = 0; from < files.length; from += maxConcurrent) {
    await Promise.all(
      files.slice(from, from + maxConcurrent).map(async ({ storageKey, size }) => {
        const actualSize = await store.sizeOf(storageKey);
        if (actualSize !== size) mismatches.set(storageKey, actualSize);
      }),
    );
  }
  return mismatches;
}
