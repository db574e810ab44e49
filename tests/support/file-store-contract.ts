import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';

/** More than any store keeps in memory. */
const large = Buffer.alloc(6 * 1024 * 1024, 'large');

/**
 * The contract of every file store. It ensures that the store in memory, which tests use, behaves like the real ones.
 */
export function testFileStore(location: string, open: () => FileStore | Promise<FileStore>): void {
  describe(`a file store ${location}`, () => {
    let store: FileStore;
    beforeAll(async () => {
      store = await open();
    });

    async function addFile(...chunks: string[]): Promise<string> {
      const writer = await store.create();
      for (const chunk of chunks) await writer.write(Buffer.from(chunk));
      await writer.commit();
      return writer.key;
    }

    async function listKeys(): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of store.list()) keys.push(key);
      return keys.sort();
    }

    test('a committed file can be read', async () => {
      const key = await addFile('one ', '', 'two');
      expect((await buffer(store.open(key))).toString()).toBe('one two');
      expect(await store.sizeOf(key)).toBe(7);
    });

    test('changing a chunk after writing it does not change the file', async () => {
      const writer = await store.create();
      const chunk = Buffer.from('before');
      await writer.write(chunk);
      chunk.fill('x');
      await writer.commit();
      expect((await buffer(store.open(writer.key))).toString()).toBe('before');
    });

    test('a file is not readable before it is committed', async () => {
      const writer = await store.create();
      await writer.write(Buffer.from('half'));
      await expect(buffer(store.open(writer.key))).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await store.sizeOf(writer.key)).toBeUndefined();
      await writer.commit();
      expect((await buffer(store.open(writer.key))).toString()).toBe('half');
    });

    test('discarding deletes the unfinished file', async () => {
      const before = await listKeys();
      const writer = await store.create();
      await writer.write(large);
      await writer.discard();
      expect(await listKeys()).toEqual(before);
    });

    test('adopts a file on this machine, which stays in place', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'adopted-')), 'other-file');
      writeFileSync(path, 'whole');
      const key = await store.adopt(path);
      expect((await buffer(store.open(key))).toString()).toBe('whole');
      expect(await store.sizeOf(key)).toBe(5);
      rmSync(path);
      expect((await buffer(store.open(key))).toString()).toBe('whole');
      await store.remove(key);
    });

    test('removing is idempotent', async () => {
      const before = await listKeys();
      const key = await addFile('x');
      await store.remove(key);
      await store.remove(key);
      expect(await listKeys()).toEqual(before);
    });

    test('files with the same content have different keys', async () => {
      const keys = [await addFile('same'), await addFile('same')];
      expect(new Set(keys).size).toBe(2);
    });

    test('lists committed and unfinished files with their modification times', async () => {
      const before = await listKeys();
      // Some stores round to whole seconds.
      const earliest = Date.now() - 1_000;
      const key = await addFile('x');
      const writer = await store.create();
      await writer.write(large);
      expect(await listKeys()).toEqual([...before, key, `${writer.key}.part`].sort());
      for await (const file of store.list()) {
        if (before.includes(file.key)) continue;
        expect(file.modifiedAt).toBeGreaterThanOrEqual(earliest);
        expect(file.modifiedAt).toBeLessThanOrEqual(Date.now() + 1_000);
      }
      await store.remove(`${writer.key}.part`);
      expect(await listKeys()).toEqual([...before, key].sort());
    });
  });
}
