import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { sweepUnfinishedUploads } from './unfinished-uploads.server.ts';

const [existing, deleted, started] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

let root: string;
let folder: string;
let database: Database;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'unfinished-'));
  folder = join(root, 'uploads');
  mkdirSync(folder);
  database = await openDatabase(join(root, 'site.db'));
  await database.insertInto('drafts').values({ id: existing, created_at: 1, expires_at: 2 }).execute();
  for (const name of [existing, `${existing}.json`, deleted, `${deleted}.json`, 'README'])
    writeFileSync(join(folder, name), '');
});
afterEach(async () => {
  await database.destroy();
  rmSync(root, { recursive: true });
});

test('deletes only the uploads of deleted drafts, with their metadata', async () => {
  await sweepUnfinishedUploads(database, { folder, files: memoryStore() });
  expect(readdirSync(folder).sort()).toEqual(['README', existing, `${existing}.json`].sort());
});

test('keeps an upload that starts after the folder has been listed', async () => {
  const selectFrom = database.selectFrom.bind(database);
  vi.spyOn(database, 'selectFrom').mockImplementation(((table: 'drafts') => {
    writeFileSync(join(folder, started), '');
    return selectFrom(table);
  }) as typeof database.selectFrom);
  await sweepUnfinishedUploads(database, { folder, files: memoryStore() });
  expect(readdirSync(folder)).toContain(started);
});

test('ignores a missing folder', async () => {
  await expect(
    sweepUnfinishedUploads(database, { folder: join(folder, 'none'), files: memoryStore() }),
  ).resolves.toBeUndefined();
});
