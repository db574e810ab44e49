import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDiskStore } from './disk-store.server.ts';
import { type FileStore, StorageError } from './file-store.server.ts';

let parent: string;
let folder: string;
let store: FileStore;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'store-'));
  folder = join(parent, 'data', 'files');
  store = openDiskStore(folder);
});

afterEach(() => rmSync(parent, { recursive: true }));

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

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the folder, its files and unfinished files are accessible to the current user only', async () => {
  const key = await addFile('x');
  const writer = await store.create();
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, key))).toBe(0o600);
  expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600]);
  await writer.discard();
});

test('an adopted file takes no additional space, and only the current user can access it', async () => {
  const path = join(parent, 'upload');
  writeFileSync(path, 'whole', { mode: 0o644 });
  const key = await store.adopt(path);
  expect(statSync(join(folder, key)).ino).toBe(statSync(path).ino);
  expect(modeOf(join(folder, key))).toBe(0o600);
});

test('a missing file cannot be adopted', async () => {
  await expect(store.adopt(join(parent, 'missing'))).rejects.toBeInstanceOf(StorageError);
  expect(await listKeys()).toEqual([]);
});

test('lists files with their modification times on disk, and ignores other files', async () => {
  const key = await addFile('x');
  const writer = await store.create();
  writeFileSync(join(folder, 'README'), 'not ours');
  utimesSync(join(folder, key), 1_000_000, 1_000_000);
  expect(await listKeys()).toEqual([key, `${writer.key}.part`].sort());
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
])('rejects a malformed key: %j', async (key) => {
  writeFileSync(join(parent, 'data', 'secret'), 'x');
  expect(() => store.open(key)).toThrow(StorageError);
  await expect((async () => store.remove(key))()).rejects.toBeInstanceOf(StorageError);
  expect(readdirSync(join(parent, 'data'))).toContain('secret');
});

test('a missing folder causes a StorageError', async () => {
  const writer = await store.create();
  rmSync(folder, { recursive: true });
  await expect(store.create()).rejects.toBeInstanceOf(StorageError);
  await expect(writer.commit()).rejects.toBeInstanceOf(StorageError);
  await writer.discard();
});
