import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { sweepUnfinishedUploads } from './unfinished-uploads.server.ts';

const [alive, gone, begun] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

let root: string;
let folder: string;
let database: Database;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'unfinished-'));
  folder = join(root, 'uploads');
  mkdirSync(folder);
  database = await openDatabase(join(root, 'site.db'));
  await database.insertInto('drafts').values({ id: alive, created_at: 1, expires_at: 2 }).execute();
  for (const name of [alive, `${alive}.json`, gone, `${gone}.json`, 'README']) writeFileSync(join(folder, name), '');
});
afterEach(async () => {
  await database.destroy();
  rmSync(root, { recursive: true });
});

test('an upload goes with its draft, its note too; nothing else is touched', async () => {
  await sweepUnfinishedUploads(database, folder);
  expect(readdirSync(folder).sort()).toEqual(['README', alive, `${alive}.json`].sort());
});

test('an upload whose draft begins after the drafts were listed stays', async () => {
  const selectFrom = database.selectFrom.bind(database);
  vi.spyOn(database, 'selectFrom').mockImplementation(((table: 'drafts') => {
    writeFileSync(join(folder, begun), '');
    return selectFrom(table);
  }) as typeof database.selectFrom);
  await sweepUnfinishedUploads(database, folder);
  expect(readdirSync(folder)).toContain(begun);
});

test('without a folder there is nothing to do', async () => {
  await expect(sweepUnfinishedUploads(database, join(folder, 'none'))).resolves.toBeUndefined();
});
