import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, link, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDisk } from '#app/disk/disk.server.ts';
import { type DiskBudget, diskBudget, headroom } from '#app/disk/disk-budget.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { type FileStore, type FileWriter, OutOfSpaceError, StorageError } from './file-store.server.ts';

const partialSuffix = '.part';
/** Error codes of a full disk or quota: another program may use up the space between the check and the write. */
const outOfSpaceCodes = new Set<string | undefined>(['ENOSPC', 'EDQUOT']);
/**
 * Error codes of a file that cannot be hard-linked here: it is on another disk, or the file system has no hard links.
 */
const notLinkableCodes = new Set<string | undefined>(['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);
const keyPattern = /^[0-9a-f]{32}(?:\.part)?$/;

/**
 * Opens a file store in one folder that only the current user can access. A file is written as `*.part`, synced and
 * renamed, and then the folder is synced, so that a crash leaves either the whole file or none.
 * @param budget disk space available to files; by default all but the headroom for requests
 */
export function openDiskStore(
  folder: string,
  budget: DiskBudget = diskBudget(openDisk(folder), headroom.files),
): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  function pathOf(key: string): string {
    if (!keyPattern.test(key)) throw new StorageError(`Malformed storage key: ${JSON.stringify(key)}`);
    return join(folder, key);
  }

  async function create(key = newKey()): Promise<FileWriter> {
    const handle = await toStorageError(open(pathOf(key + partialSuffix), 'wx', 0o600));
    return openWriter(key, handle, pathOf, folder, budget);
  }

  async function copy(path: string): Promise<string> {
    const writer = await create();
    try {
      const source = createReadStream(path) as AsyncIterable<Uint8Array>;
      for await (const chunk of source) await writer.write(chunk);
    } catch (error) {
      await writer.discard();
      throw error instanceof StorageError ? error : new StorageError('An upload could not be read', { cause: error });
    }
    await writer.commit();
    return writer.key;
  }

  return {
    create,
    async adopt(path) {
      const key = newKey();
      await toStorageError(makeDurable(path));
      try {
        await link(path, pathOf(key));
      } catch (error) {
        if (notLinkableCodes.has((error as NodeJS.ErrnoException).code)) return copy(path);
        throw new StorageError('An upload could not be linked', { cause: error });
      }
      await toStorageError(syncFolder(folder));
      return key;
    },
    open: (key) => createReadStream(pathOf(key)),
    async sizeOf(key) {
      return (await toStorageError(stat(pathOf(key)).catch(ignoreMissing)))?.size;
    },
    remove: (key) => toStorageError(rm(pathOf(key), { force: true })),
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isFile() || !keyPattern.test(entry.name)) continue;
        const found = await stat(join(folder, entry.name)).catch(ignoreMissing);
        if (found) yield { key: entry.name, modifiedAt: found.mtimeMs };
      }
    },
  };
}

const newKey = () => randomBytes(16).toString('hex');

/** Makes a file durable and accessible to the current user only. */
async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function openWriter(
  key: string,
  handle: FileHandle,
  pathOf: (key: string) => string,
  folder: string,
  budget: DiskBudget,
): FileWriter {
  const partialPath = pathOf(key + partialSuffix);
  return {
    key,
    async write(chunk) {
      if (!budget.take(chunk.length)) throw new OutOfSpaceError('Not enough disk space for files');
      // When the disk is almost full, only part of a chunk may be written.
      for (let offset = 0; offset < chunk.length;) {
        const { bytesWritten } = await toStorageError(handle.write(chunk, offset));
        offset += bytesWritten;
      }
    },
    async commit() {
      await toStorageError(handle.sync());
      await toStorageError(handle.close());
      await toStorageError(rename(partialPath, pathOf(key)));
      await toStorageError(syncFolder(folder));
    },
    async discard() {
      try {
        await toStorageError(handle.close());
      } finally {
        await toStorageError(rm(partialPath, { force: true }));
      }
    },
  };
}

/** Converts a rejection of `operation` to a {@link StorageError}. */
async function toStorageError<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation;
  } catch (error) {
    const isOutOfSpace = outOfSpaceCodes.has((error as NodeJS.ErrnoException).code);
    const ErrorClass = isOutOfSpace ? OutOfSpaceError : StorageError;
    throw new ErrorClass('File store operation failed', { cause: error });
  }
}

/** Returns undefined for a missing file: it may be deleted between listing it and reading its status. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
