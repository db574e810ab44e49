import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDisk } from '#app/disk/disk.server.ts';
import { type DiskBudget, diskBudget, headroom } from '#app/disk/disk-budget.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { type FileStore, type FileWriter, NoRoomError, StorageError } from './file-store.server.ts';

const partialSuffix = '.part';
/** Error codes of a full disk or quota: another program may use up the space between our check and the write. */
const fullDisk = new Set<string | undefined>(['ENOSPC', 'EDQUOT']);
const validKey = /^[0-9a-f]{32}(?:\.part)?$/;

/**
 * A file store in one folder that only this user can access. A file is written as `*.part`, synced, and renamed, and
 * the folder is synced, so that a crash leaves either the whole file or none.
 * @param room disk space available to files; by default everything above the headroom kept for requests
 */
export function diskStore(folder: string, room: DiskBudget = diskBudget(openDisk(folder), headroom.files)): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  function pathOf(key: string): string {
    if (!validKey.test(key)) throw new StorageError(`Not a key of this store: ${JSON.stringify(key)}`);
    return join(folder, key);
  }

  return {
    async create() {
      const key = randomBytes(16).toString('hex');
      const handle = await toStorageError(open(pathOf(key + partialSuffix), 'wx', 0o600));
      return diskWriter(key, handle, pathOf, folder, room);
    },
    open: (key) => createReadStream(pathOf(key)),
    async sizeOf(key) {
      return (await toStorageError(stat(pathOf(key)).catch(ignoreMissing)))?.size;
    },
    remove: (key) => toStorageError(rm(pathOf(key), { force: true })),
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isFile() || !validKey.test(entry.name)) continue;
        const found = await stat(join(folder, entry.name)).catch(ignoreMissing);
        if (found) yield { key: entry.name, modifiedAt: found.mtimeMs };
      }
    },
  };
}

function diskWriter(
  key: string,
  handle: FileHandle,
  pathOf: (key: string) => string,
  folder: string,
  room: DiskBudget,
): FileWriter {
  const part = pathOf(key + partialSuffix);
  return {
    key,
    async write(chunk) {
      if (!room.take(chunk.length)) throw new NoRoomError('Not enough disk space for files');
      // Just before the disk is full, a write may take only part of the chunk.
      for (let offset = 0; offset < chunk.length;) {
        const { bytesWritten } = await toStorageError(handle.write(chunk, offset));
        offset += bytesWritten;
      }
    },
    async commit() {
      await toStorageError(handle.sync());
      await toStorageError(handle.close());
      await toStorageError(rename(part, pathOf(key)));
      await toStorageError(syncFolder(folder));
    },
    async discard() {
      try {
        await toStorageError(handle.close());
      } finally {
        await toStorageError(rm(part, { force: true }));
      }
    },
  };
}

async function toStorageError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const isFull = fullDisk.has((error as NodeJS.ErrnoException).code);
    const Problem = isFull ? NoRoomError : StorageError;
    throw new Problem('File store operation failed', { cause: error });
  }
}

/** A file may be removed between listing it and reading its status. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
