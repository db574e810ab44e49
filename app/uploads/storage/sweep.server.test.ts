import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { openDiskStore } from './disk-store.server.ts';
import type { FileStore, FileWriter } from './file-store.server.ts';
import { sweepUploads } from './sweep.server.ts';

const day = 24 * 60 * 60 * 1000;

let folder: string;
let database: Database;
let store: FileStore;
let orphan: FileWriter;
let unfinished: FileWriter;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sweep-'));
  database = await openDatabase(join(folder, 'site.db'));
  store = openDiskStore(join(folder, 'files'));
  orphan = await store.create();
  await orphan.commit();
  unfinished = await store.create();
});

afterEach(async () => {
  await unfinished.discard();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

test('keeps orphans for a day, because their upload may be in progress', async () => {
  await sweepUploads(database, store, Date.now() + day - 60_000);
  expect(readdirSync(join(folder, 'files')).sort()).toEqual([orphan.key, `${unfinished.key}.part`].sort());
});

test('deletes older orphans, committed or unfinished', async () => {
  await sweepUploads(database, store, Date.now() + day + 60_000);
  expect(readdirSync(join(folder, 'files'))).toEqual([]);
});

test('keeps the files of an unexpired draft, however old they are', async () => {
  const now = Date.now() + 2 * day;
  await database
    .insertInto('drafts')
    .values({ id: 'draft', created_at: now, expires_at: now + 1 })
    .execute();
  await database
    .insertInto('draft_files')
    .values({
      id: 'f',
      draft_id: 'draft',
      position: 0,
      name: 'a',
      type: 't',
      size: 1,
      sha256: 'h',
      storage_key: orphan.key,
    })
    .execute();
  await sweepUploads(database, store, now);
  expect(readdirSync(join(folder, 'files'))).toEqual([orphan.key]);
});
