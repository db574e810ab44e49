import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open, opendir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError, type FileStore, type FileWriter } from './file-store.server.ts';

const unfinished = '.part';
/** What files leave free of the disk: a request without files can be stored when there is no room for files any more. */
const freeBytes = 512 * 1024 * 1024;
const validKey = /^[0-9a-f]{32}(?:\.part)?$/;

/**
 * A file store in one folder that only this user can enter. A file is written as `*.part`, synced, renamed,
 * and the folder synced, so that after a crash there is the whole file or none.
 */
export function diskStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  function pathOf(key: string): string {
    if (!validKey.test(key)) throw new StorageError(`Not a key of this store: ${JSON.stringify(key)}`);
    return join(folder, key);
  }

  return {
    async create() {
      const { bavail, bsize } = await asStorageError(statfs(folder));
      if (bavail * bsize < freeBytes) throw new StorageError('The disk has no room for files any more');
      const key = randomBytes(16).toString('hex');
      const handle = await asStorageError(open(pathOf(key + unfinished), 'wx', 0o600));
      return diskWriter(key, handle, pathOf, folder);
    },
    open: (key) => createReadStream(pathOf(key)),
    remove: (key) => asStorageError(rm(pathOf(key), { force: true })),
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isFile() || !validKey.test(entry.name)) continue;
        const found = await stat(join(folder, entry.name)).catch(ignoreMissing);
        if (found) yield { key: entry.name, modifiedAt: found.mtimeMs };
      }
    },
  };
}

function diskWriter(key: string, handle: FileHandle, pathOf: (key: string) => string, folder: string): FileWriter {
  const part = pathOf(key + unfinished);
  return {
    key,
    async write(chunk) {
      // A write may take a part of the chunk only, just before the disk is full.
      for (let offset = 0; offset < chunk.length;) {
        const { bytesWritten } = await asStorageError(handle.write(chunk, offset));
        offset += bytesWritten;
      }
    },
    async commit() {
      await asStorageError(handle.sync());
      await asStorageError(handle.close());
      await asStorageError(rename(part, pathOf(key)));
      await asStorageError(syncFolder(folder));
    },
    async discard() {
      try {
        await asStorageError(handle.close());
      } finally {
        await asStorageError(rm(part, { force: true }));
      }
    },
  };
}

/** A renamed file is durable only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for this and does not need it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function asStorageError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new StorageError('The file store could not do its work', { cause: error });
  }
}

/** A file may be removed between being listed and being looked at. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
