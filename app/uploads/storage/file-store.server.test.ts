import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { diskStore } from './disk-store.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the site relies on, whatever the backend: what tests see in memory is what happens on disk. */
describe.each([
  { where: 'on disk', open: () => diskStore(mkdtempSync(join(folder, 'store-'))) },
  { where: 'in memory', open: memoryStore },
])('a file store $where', ({ open }) => {
  const store = open();

  async function keep(...chunks: string[]): Promise<string> {
    const writer = await store.create();
    for (const chunk of chunks) await writer.write(Buffer.from(chunk));
    await writer.commit();
    return writer.key;
  }

  async function listed(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    return keys.sort();
  }

  test('a committed file is read back whole', async () => {
    const key = await keep('one ', '', 'two');
    expect((await buffer(store.open(key))).toString()).toBe('one two');
    expect(await store.sizeOf(key)).toBe(7);
  });

  test('what is written is what the chunk held then', async () => {
    const writer = await store.create();
    const chunk = Buffer.from('before');
    await writer.write(chunk);
    chunk.fill('x');
    await writer.commit();
    expect((await buffer(store.open(writer.key))).toString()).toBe('before');
  });

  test('nothing is readable under a key before the commit', async () => {
    const writer = await store.create();
    await writer.write(Buffer.from('half'));
    await expect(buffer(store.open(writer.key))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await store.sizeOf(writer.key)).toBeUndefined();
    await writer.commit();
    expect((await buffer(store.open(writer.key))).toString()).toBe('half');
  });

  test('discarding removes the unfinished file', async () => {
    const before = await listed();
    const writer = await store.create();
    await writer.write(Buffer.from('half'));
    await writer.discard();
    expect(await listed()).toEqual(before);
  });

  test('removing is idempotent', async () => {
    const before = await listed();
    const key = await keep('x');
    await store.remove(key);
    await store.remove(key);
    expect(await listed()).toEqual(before);
  });

  test('each file gets a key of its own', async () => {
    const keys = [await keep('same'), await keep('same')];
    expect(new Set(keys).size).toBe(2);
  });

  test('lists finished and unfinished files with their modification time', async () => {
    const before = await listed();
    const key = await keep('x');
    const writer = await store.create();
    expect(await listed()).toEqual([...before, key, `${writer.key}.part`].sort());
    for await (const file of store.list()) expect(Math.abs(Date.now() - file.modifiedAt)).toBeLessThan(60_000);
    await store.remove(`${writer.key}.part`);
    expect(await listed()).toEqual([...before, key].sort());
  });
});
