import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openDatabase } from '../../app/database/database.server.ts';
import type { Storage } from '../../app/storage/open-storage.server.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';

/** Opens a site's storage in memory, without a folder to create and remove. */
export async function openMemoryStorage(): Promise<Storage & { files: MemoryStore }> {
  const database = await openDatabase(':memory:');
  return { database, files: memoryStore(), close: () => database.destroy() };
}

/** An in-memory file store whose contents can be listed. */
export interface MemoryStore extends FileStore {
  /** Returns the keys of all committed files, sorted. */
  keys(): string[];
}

/** Creates the in-memory counterpart of `openDiskStore`; `file-store.server.test.ts` runs the same tests on both. */
export function memoryStore(): MemoryStore {
  const committed = new Map<string, { bytes: Buffer; modifiedAt: number }>();
  const unfinished = new Map<string, { chunks: Uint8Array[]; modifiedAt: number }>();

  return {
    create(key = randomBytes(16).toString('hex')) {
      const chunks: Uint8Array[] = [];
      unfinished.set(`${key}.part`, { chunks, modifiedAt: Date.now() });
      return Promise.resolve({
        key,
        write(chunk) {
          chunks.push(Uint8Array.from(chunk));
          return Promise.resolve();
        },
        commit() {
          unfinished.delete(`${key}.part`);
          committed.set(key, { bytes: Buffer.concat(chunks), modifiedAt: Date.now() });
          return Promise.resolve();
        },
        discard() {
          unfinished.delete(`${key}.part`);
          return Promise.resolve();
        },
      });
    },
    async adopt(path) {
      const key = randomBytes(16).toString('hex');
      committed.set(key, { bytes: await readFile(path), modifiedAt: Date.now() });
      return key;
    },
    open(key) {
      const file = committed.get(key);
      if (file) return Readable.from([file.bytes], { objectMode: false });
      const missing = Object.assign(new Error(`ENOENT: no such file, open '${key}'`), { code: 'ENOENT' });
      return new Readable({ construct: (done) => done(missing) });
    },
    sizeOf: (key) => Promise.resolve(committed.get(key)?.bytes.length),
    remove(key) {
      committed.delete(key);
      unfinished.delete(key);
      return Promise.resolve();
    },
    // oxlint-disable-next-line typescript/require-await -- the interface is asynchronous
    async *list() {
      for (const [key, { modifiedAt }] of [...unfinished, ...committed]) yield { key, modifiedAt };
    },
    keys: () => Array.from(committed.keys()).sort(),
  };
}
