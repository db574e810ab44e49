import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStore } from './disk-store.server.ts';
import { StorageError, type FileStore } from './file-store.server.ts';

let parent: string;
let folder: string;
let store: FileStore;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'store-'));
  folder = join(parent, 'data', 'files');
  store = diskStore(folder);
});

afterEach(() => rmSync(parent, { recursive: true }));

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

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a committed file is read back whole', async () => {
  const key = await keep('one ', '', 'two');
  expect((await buffer(store.open(key))).toString()).toBe('one two');
});

test('the folder and its files are for this user only, finished or not', async () => {
  const key = await keep('x');
  const writer = await store.create();
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, key))).toBe(0o600);
  expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600]);
  await writer.discard();
});

test('nothing is readable under a key before the commit', async () => {
  const writer = await store.create();
  await writer.write(Buffer.from('half'));
  await expect(buffer(store.open(writer.key))).rejects.toThrow('ENOENT');
  await writer.commit();
  expect((await buffer(store.open(writer.key))).toString()).toBe('half');
});

test('a discarded file leaves nothing behind', async () => {
  const writer = await store.create();
  await writer.write(Buffer.from('half'));
  await writer.discard();
  expect(readdirSync(folder)).toEqual([]);
});

test('a removed file is gone, and removing it again is fine', async () => {
  const key = await keep('x');
  await store.remove(key);
  await store.remove(key);
  expect(readdirSync(folder)).toEqual([]);
});

test('every key is another one', async () => {
  const keys = [await keep('same'), await keep('same')];
  expect(new Set(keys).size).toBe(2);
});

test('the list tells finished and unfinished files with their age, and nothing that is not the store’s', async () => {
  const key = await keep('x');
  const writer = await store.create();
  writeFileSync(join(folder, 'README'), 'not ours');
  utimesSync(join(folder, key), 1_000_000, 1_000_000);
  expect(await listed()).toEqual([key, `${writer.key}.part`].sort());
  for await (const file of store.list()) if (file.key === key) expect(file.modifiedAt).toBe(1_000_000_000);
  await writer.discard();
});

test.each([
  '../secret',
  '..',
  '',
  'a/b',
  `${'0'.repeat(32)}/../../secret`,
  `${'0'.repeat(31)}G`,
  `${'0'.repeat(32)}\n`,
])('a key that is none of this store’s is refused: %j', async (key) => {
  writeFileSync(join(parent, 'data', 'secret'), 'x');
  expect(() => store.open(key)).toThrow(StorageError);
  await expect((async () => store.remove(key))()).rejects.toBeInstanceOf(StorageError);
  expect(readdirSync(join(parent, 'data'))).toContain('secret');
});

test('a folder that is gone is the medium’s failure', async () => {
  const writer = await store.create();
  rmSync(folder, { recursive: true });
  await expect(store.create()).rejects.toBeInstanceOf(StorageError);
  await expect(writer.commit()).rejects.toBeInstanceOf(StorageError);
  await writer.discard();
});
