import type { FileStore } from './file-store.server.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * Reads a stored file into memory. The buffer is allocated in advance, because concatenating chunks would take twice the
 * memory.
 * @throws errors of the store's stream, and an error if the stored size differs from `file.size`
 */
export async function readStoredFile(store: FileStore, { storageKey, size }: StoredFile): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for await (const chunk of store.open(storageKey) as AsyncIterable<Buffer>) {
    chunk.copy(bytes, length);
    length += chunk.length;
  }
  if (length !== size) throw new Error(`A stored file has ${length} bytes instead of ${size}`);
  return bytes;
}
