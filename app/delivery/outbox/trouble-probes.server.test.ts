import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { openLog } from '#app/log/log.server.ts';
import type { Notice } from '#app/notices/notice.ts';
import { openTroubleWatch } from '#app/notices/trouble-watch.server.ts';
import type { Desk, DeskCheckResult } from '../channels/desk.server.ts';
import { troubleProbes } from './trouble-probes.server.ts';

const minute = 60_000;
const GiB = 1024 ** 3;

let database: Database;
let now = 0;
let checkResult: DeskCheckResult = { outcome: 'accepted' };
let checkCount = 0;
let reachableCount = 0;
let isScannerAvailable = true;
let free = 10 * GiB;
const log = openLog();
log.level = 'silent';

const desk: Desk = {
  name: 'smtp',
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
  check: () => {
    checkCount += 1;
    return Promise.resolve(checkResult);
  },
};

beforeEach(async () => {
  database = await openDatabase(':memory:');
  now = Date.parse('2031-01-10T03:00:00Z');
  checkResult = { outcome: 'accepted' };
  checkCount = 0;
  reachableCount = 0;
  isScannerAvailable = true;
  free = 10 * GiB;
});
afterEach(async () => {
  await database.destroy();
});

const open = () => {
  const scanner = { isAvailable: () => Promise.resolve(isScannerAvailable) };
  const onDeskReachable = () => {
    reachableCount += 1;
    return Promise.resolve();
  };
  const site = { database, desk, onDeskReachable, scanner, freeBytes: () => free };
  return openTroubleWatch(
    database,
    troubleProbes(site, log, () => now),
    log,
    () => now,
  );
};

/** Advances the clock, probing twice a minute. @returns the notices announced in the meantime */
async function advance(minutes: number, watch = open()): Promise<Notice[]> {
  const before = (await announcedNotices()).length;
  for (const end = now + minutes * minute; now < end; now += minute / 2) await watch.tick();
  return (await announcedNotices()).slice(before);
}

async function announcedNotices(): Promise<Notice[]> {
  const rows = await database
    .selectFrom('notices')
    .select('notice')
    .where('enquiry_id', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ notice }) => JSON.parse(notice) as Notice);
}

async function storeRequest(): Promise<{ id: string; reference: string }> {
  const fields = { name: 'Ahmad', phone: '+966501234567', email: 'a@example.com' };
  const request = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: '' };
  const { id, reference } = await storeEnquiry(database, request, desk.name, now);
  return { id, reference: formatReference(reference) };
}

const updateMessages = (changes: object) => database.updateTable('parcels').set(changes).execute();

test('announces nothing if there is no trouble', async () => {
  await storeRequest();
  await updateMessages({ state: 'delivered' });
  expect(await advance(30)).toEqual([]);
});

test('announces each rejected request once, and the all-clear once it is delivered', async () => {
  const watch = open();
  const { reference } = await storeRequest();
  await updateMessages({ state: 'refused', last_error: 'DATA 554' });
  expect(await advance(10, watch)).toMatchObject([
    { type: 'trouble.began', trouble: 'desk_refused', reference, reason: 'DATA 554' },
  ]);
  await updateMessages({ state: 'delivered', last_error: null });
  expect(await advance(10, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_refused', reference }]);
});

test('announces a waiting request after 15 minutes, and not again after a restart', async () => {
  await storeRequest();
  await updateMessages({ attempts: 2, last_error: 'RCPT TO 552' });
  expect(await advance(15)).toEqual([]);
  const began = await advance(2);
  expect(began).toMatchObject([{ type: 'trouble.began', trouble: 'desk_away', reason: 'RCPT TO 552' }]);
  expect(await advance(60)).toEqual([]);
  await updateMessages({ state: 'delivered', last_error: null });
  expect(await advance(1)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_away' }]);
});

test('checks an idle desk regularly, and announces one that has been unavailable for 15 minutes', async () => {
  const watch = open();
  checkResult = { outcome: 'unavailable', reason: 'AUTH 535' };
  expect(await advance(15, watch)).toEqual([]);
  expect(checkCount).toBe(3);
  expect(await advance(2, watch)).toMatchObject([{ type: 'trouble.began', trouble: 'desk_away', reason: 'AUTH 535' }]);
  checkResult = { outcome: 'accepted' };
  expect(await advance(6, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_away' }]);
});

test('tolerates a short outage of the desk', async () => {
  const watch = open();
  checkResult = { outcome: 'unavailable', reason: 'CONN ECONNREFUSED' };
  await advance(10, watch);
  checkResult = { outcome: 'accepted' };
  expect(await advance(30, watch)).toEqual([]);
});

test('announces low disk space once, and recovery only above a higher threshold', async () => {
  const watch = open();
  free = 1.9 * GiB;
  expect(await advance(5, watch)).toMatchObject([
    { type: 'trouble.began', trouble: 'disk_low', reason: '1.9 GiB free' },
  ]);
  free = 2.2 * GiB;
  expect(await advance(5, watch)).toEqual([]);
  free = 3 * GiB;
  expect(await advance(5, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'disk_low' }]);
});

test('announces a scanner that has been unavailable for more than a minute', async () => {
  const watch = open();
  isScannerAvailable = false;
  expect(await advance(1, watch)).toEqual([]);
  expect(await advance(1, watch)).toMatchObject([{ type: 'trouble.began', trouble: 'scanner_away' }]);
  isScannerAvailable = true;
  expect(await advance(1, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'scanner_away' }]);
});

test('a probe that fails keeps its state and does not affect the others', async () => {
  const watch = open();
  free = 1 * GiB;
  await advance(1, watch);
  await database.schema.alterTable('parcels').renameTo('lost').execute();
  isScannerAvailable = false;
  expect((await advance(3, watch)).map((notice) => notice.type)).toEqual(['trouble.began']);
  await database.schema.alterTable('lost').renameTo('parcels').execute();
});

test('two processes announce a problem once', async () => {
  free = 1 * GiB;
  const [first, second] = [open(), open()];
  await Promise.all([first.tick(), second.tick()]);
  expect(await announcedNotices()).toHaveLength(1);
});

test('reports that the desk is reachable, at the start and after every failure', async () => {
  const watch = open();
  await advance(20, watch);
  expect(reachableCount).toBe(1);
  checkResult = { outcome: 'unavailable', reason: 'AUTH PLAIN 535' };
  await advance(20, watch);
  expect(reachableCount).toBe(1);
  checkResult = { outcome: 'accepted' };
  await advance(20, watch);
  expect(reachableCount).toBe(2);
});
