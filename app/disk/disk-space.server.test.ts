import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#app/database/database.server.ts';
import { mountDisk, type SmallDisk } from '#tests/support/small-disk.ts';
import { freeBytesOf, openDisk } from './disk.server.ts';
import { diskBudget } from './disk-budget.server.ts';
import { openDiskSpace } from './disk-space.server.ts';

const mebibyte = 1024 * 1024;

let disk: SmallDisk;
beforeEach(() => (disk = mountDisk(128)));
afterEach(() => disk.unmount());

const open = () =>
  openDiskSpace({
    database: join(disk.folder, 'data', 'site.db'),
    files: join(disk.folder, 'files'),
    data: disk.folder,
  });

test('pending writes count as used until the disk is measured again, a second later', () => {
  let now = 0;
  const seen = openDisk(disk.folder, () => now);
  const free = seen.left();
  seen.countPending(10 * mebibyte);
  now = 999;
  expect(seen.left()).toBe(free - 10 * mebibyte);
  disk.fillUntil(4 * mebibyte);
  now = 1000;
  expect(seen.left()).toBe(disk.free());
});

test('several writers on one disk share its space, and each leaves its own headroom free', () => {
  const seen = openDisk(disk.folder);
  const [files, searches] = [diskBudget(seen, 32 * mebibyte), diskBudget(seen, 16 * mebibyte)];
  const left = files.left();
  expect(searches.left()).toBe(left + 16 * mebibyte);
  expect(files.take(left + 1)).toBe(false);
  expect(files.take(left)).toBe(true);
  expect(files.take(1)).toBe(false);
  expect(searches.take(16 * mebibyte)).toBe(true);
  expect(searches.take(1)).toBe(false);
});

test('a missing folder and a disk without free inodes have no space', () => {
  expect(freeBytesOf(disk.folder)).toBeGreaterThan(0);
  expect(freeBytesOf(join(disk.folder, 'none'))).toBe(0);
  const fewInodes = mountDisk(64, 900);
  expect(freeBytesOf(fewInodes.folder)).toBe(0);
  fewInodes.unmount();
});

test('what is kept for requests is there from the start, for this user only, and cannot be used by others', () => {
  const space = open();
  const { mode, size, blocks } = statSync(join(disk.folder, 'data', 'site.db-reserve'));
  expect([mode & 0o777, size]).toEqual([0o600, 64 * mebibyte]);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  disk.fillUntil(0);
  expect(space.state().reserveBytes).toBe(64 * mebibyte);
});

test('on a disk that is full to its last byte rows are written all the same, and what is left of the reserve is kept', async () => {
  const space = open();
  const database = await openDatabase(join(disk.folder, 'data', 'site.db'), space.reserve);
  disk.fillUntil(0);
  const filler = 'x'.repeat(20_000);
  const write = (name: string) =>
    database.transaction().execute(async (transaction) => {
      for (const part of ['a', 'b']) {
        const row = { id: `${part}${name}${filler}`, created_at: 1, expires_at: 1 };
        await transaction.insertInto('drafts').values(row).execute();
      }
    });
  for (let count = 0; count < 60; count += 1) {
    await write(`of a transaction ${count}`);
    await database
      .insertInto('drafts')
      .values({ id: `alone ${count}${filler}`, created_at: 1, expires_at: 1 })
      .execute();
  }
  const { count } = await database
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(180);
  expect(space.state().reserveBytes).toBeGreaterThan(40 * mebibyte);
  expect(disk.free()).toBeLessThan(mebibyte);
  disk.fillUntil(50 * mebibyte);
  for (let count = 0; count < 10; count += 1) await write(`later ${count}`);
  expect(space.state().reserveBytes).toBe(64 * mebibyte);
  await database.destroy();
});

test('if the reserve cannot be created, it is empty, and nothing fails', () => {
  mkdirSync(join(disk.folder, 'data'));
  mkdirSync(join(disk.folder, 'data', 'site.db-reserve'));
  const space = open();
  const { reserve } = space;
  reserve.release();
  reserve.reclaim();
  expect(space.state().reserveBytes).toBe(0);
});

test('on a disk that is full at the start, the database comes first, and the reserve is filled later', async () => {
  disk.fillUntil(2 * mebibyte);
  const space = open();
  const database = await openDatabase(join(disk.folder, 'data', 'site.db'), space.reserve);
  expect(space.state().reserveBytes).toBeGreaterThan(0);
  await database.insertInto('drafts').values({ id: 'a', created_at: 1, expires_at: 1 }).execute();
  await database.destroy();
});

test('the state tells what has room, for each of the disks', () => {
  const space = open();
  expect(space.state()).toMatchObject({ hasRoomForRequests: true, hasRoomForUploads: false });
  const { database, files, data } = space.state().freeBytes;
  expect(database).toBeGreaterThan(0);
  expect([files, data]).toEqual([database, database]);
  writeFileSync(join(disk.folder, 'data', 'site.db'), '');
});
