import { open } from 'node:fs/promises';
import { isDiscType } from '../disc.ts';
import type { FileErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { type FileStore, StorageError } from '../storage/file-store.server.ts';
import { hashStoredFile } from '../storage/stored-file-hash.server.ts';
import { withMatchingExtension } from './file-extension.ts';
import { headLength } from './file-type.server.ts';
import { rejectionOf } from './rejection.server.ts';
import type { FileOutcome, FileRules } from './store-files.server.ts';

/** The bytes of an upload that have arrived so far. */
export interface UploadContent {
  /** Reads the first {@link headLength} bytes, or all if there are fewer. @throws {StorageError} */
  readHead(): Promise<Uint8Array>;
  /**
   * Adds the complete upload to the store, and leaves the original in place.
   * @returns the key, and the SHA-256 in hex
   * @throws {StorageError} if the storage medium fails
   */
  addTo(store: FileStore): Promise<{ storageKey: string; sha256: string }>;
}

/** Returns the content of an upload that is stored in a file of its own. */
export function uploadInFile(path: string): UploadContent {
  return {
    readHead: () => readHead(path),
    async addTo(store) {
      const storageKey = await store.adopt(path);
      return { storageKey, sha256: await hashStoredFile(store, storageKey) };
    },
  };
}

/**
 * Adds a complete upload to the store, if its form accepts it. Archives are stored as they are, never unpacked.
 * @param upload is left in place: the caller deletes it once the stored file has an owner
 * @throws {StorageError} if the storage medium fails
 */
export async function storeUploadedFile(
  upload: UploadContent,
  { name, size }: { name: string; size: number },
  rules: FileRules,
  store: FileStore,
): Promise<FileOutcome> {
  const reject = (error: FileErrorCode): FileOutcome => ({ status: 'error', name, error });
  const detected = await detectUploadType(upload, { name, size }, rules);
  if ('error' in detected) return reject(detected.error);
  const { type } = detected;
  const file = { name: withMatchingExtension(name, type), type, size, ...(await upload.addTo(store)) };
  const error = await rules.findProblem?.(file, store);
  if (!error) return { status: 'success', file };
  await store.remove(file.storageKey);
  return reject(error === 'file_wrong_type' ? await rejectionOf(await upload.readHead(), name, rules.limits) : error);
}

/**
 * Detects the type of an upload from its first bytes, which must have arrived.
 * @param file its name, and the declared size in bytes
 * @returns an error if the form does not accept a file of this type and size
 * @throws {StorageError} if the upload cannot be read
 */
export async function detectUploadType(
  upload: Pick<UploadContent, 'readHead'>,
  { name, size }: { name: string; size: number },
  { detectType, limits }: FileRules,
): Promise<{ type: string } | { error: FileErrorCode }> {
  const head = await upload.readHead();
  const type = await detectType(head);
  if (type === undefined) return { error: await rejectionOf(head, name, limits) };
  return size > maxBytesOf(type, limits) ? { error: 'file_too_large' } : { type };
}

function maxBytesOf(type: string, { disc, maxBytes }: FileLimits): number {
  return disc && isDiscType(type) ? disc.maxBytes : maxBytes;
}

async function readHead(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new StorageError('An upload could not be read', { cause: error });
  }
}
