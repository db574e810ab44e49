import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { measureFreeBytes, openDisk } from '../../app/disk/disk.server.ts';
import { diskBudget } from '../../app/disk/disk-budget.server.ts';
import { openDiskSpace } from '../../app/disk/disk-space.server.ts';
import { mountDisk, type SmallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 * 1024;

let smallDisk: SmallDisk;
beforeEach(() => (smallDisk = mountDisk(128)));
afterEach(() => smallDisk.unmount());

const open = () =>
  openDiskSpace({
    database: join(smallDisk.folder, 'data', 'site.db'),
    files: join(smallDisk.folder, 'files'),
    uploads: smallDisk.folder,
    data: smallDisk.folder,
  });

test('pending writes count as used until the next measurement, a second later', () => {
  let now = 0;
  const disk = openDisk(smallDisk.folder, () => now);
  const free = disk.left();
  disk.countPending(10 * mebibyte);
  now = 999;
  expect(disk.left()).toBe(free - 10 * mebibyte);
  smallDisk.fillUntil(4 * mebibyte);
  now = 1000;
  expect(disk.left()).toBe(smallDisk.free());
});

test('writers share the space of a disk, and each leaves its own headroom free', () => {
  const disk = openDisk(smallDisk.folder);
  const [files, searches] = [diskBudget(disk, 32 * mebibyte), diskBudget(disk, 16 * mebibyte)];
  const available = files.left();
  expect(searches.left()).toBe(available + 16 * mebibyte);
  expect(files.take(available + 1)).toBe(false);
  expect(files.take(available)).toBe(true);
  expect(files.take(1)).toBe(false);
  expect(searches.take(16 * mebibyte)).toBe(true);
  expect(searches.take(1)).toBe(false);
});

test('a missing folder and a disk with too few free inodes count as full', () => {
  expect(measureFreeBytes(smallDisk.folder)).toBeGreaterThan(0);
  expect(measureFreeBytes(join(smallDisk.folder, 'none'))).toBe(0);
  const fewInodes = mountDisk(64, 900);
  expect(measureFreeBytes(fewInodes.folder)).toBe(0);
  fewInodes.unmount();
});

test('the reserve has its full size from the start, has mode 0600, and survives a disk filled by other programs', () => {
  const space = open();
  const { mode, size, blocks } = statSync(join(smallDisk.folder, 'data', 'site.db-reserve'));
  expect([mode & 0o777, size]).toEqual([0o600, 64 * mebibyte]);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  smallDisk.fillUntil(0);
  expect(space.state().reserveBytes).toBe(64 * mebibyte);
});

test('rows can be written to a completely full disk, and the rest of the reserve is reclaimed', async () => {
  const space = open();
  const database = await openDatabase(join(smallDisk.folder, 'data', 'site.db'), space.reserve);
  smallDisk.fillUntil(0);
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
  expect(smallDisk.free()).toBeLessThan(mebibyte);
  smallDisk.fillUntil(50 * mebibyte);
  for (let count = 0; count < 10; count += 1) await write(`later ${count}`);
  expect(space.state().reserveBytes).toBe(64 * mebibyte);
  await database.destroy();
});

test('a reserve that cannot be created is empty, and its methods do not throw', () => {
  mkdirSync(join(smallDisk.folder, 'data'));
  mkdirSync(join(smallDisk.folder, 'data', 'site.db-reserve'));
  const space = open();
  const { reserve } = space;
  reserve.release();
  reserve.reclaim();
  expect(space.state().reserveBytes).toBe(0);
});

test('if the disk is nearly full at startup, the database is opened first, and the reserve is filled later', async () => {
  smallDisk.fillUntil(2 * mebibyte);
  const space = open();
  const database = await openDatabase(join(smallDisk.folder, 'data', 'site.db'), space.reserve);
  expect(space.state().reserveBytes).toBeGreaterThan(0);
  await database.insertInto('drafts').values({ id: 'a', created_at: 1, expires_at: 1 }).execute();
  await database.destroy();
});

test('the state reports the free bytes of each disk, and whether requests and uploads fit', () => {
  const space = open();
  expect(space.state()).toMatchObject({ hasRoomForRequests: true, hasRoomForUploads: false });
  const { database, files, data } = space.state().freeBytes;
  expect(database).toBeGreaterThan(0);
  expect([files, data]).toEqual([database, database]);
});
