import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { openLog } from '#app/log/log.server.ts';
import type { Notice } from '#app/notices/notice.ts';
import { openTroubleWatch } from '#app/notices/trouble-watch.server.ts';
import type { Desk, DeskCheck } from '../channels/desk.server.ts';
import { troubleProbes } from './trouble-probes.server.ts';

const minute = 60_000;
const GiB = 1024 ** 3;

let database: Database;
let now = 0;
let check: DeskCheck = { outcome: 'accepted' };
let trials = 0;
let reached = 0;
let isScannerAvailable = true;
let free = 10 * GiB;
const log = openLog();
log.level = 'silent';

const desk: Desk = {
  name: 'smtp',
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
  check: () => {
    trials += 1;
    return Promise.resolve(check);
  },
};

beforeEach(async () => {
  database = await openDatabase(':memory:');
  now = Date.parse('2031-01-10T03:00:00Z');
  check = { outcome: 'accepted' };
  trials = 0;
  reached = 0;
  isScannerAvailable = true;
  free = 10 * GiB;
});
afterEach(async () => {
  await database.destroy();
});

const open = () => {
  const scanner = { isAvailable: () => Promise.resolve(isScannerAvailable) };
  const onDeskWorks = () => {
    reached += 1;
    return Promise.resolve();
  };
  const site = { database, desk, onDeskWorks, scanner, freeBytes: () => free };
  return openTroubleWatch(
    database,
    troubleProbes(site, log, () => now),
    log,
    () => now,
  );
};

/** Advances the clock, probing twice a minute. @returns the notices announced in the meantime */
async function pass(minutes: number, watch = open()): Promise<Notice[]> {
  const before = (await announced()).length;
  for (const end = now + minutes * minute; now < end; now += minute / 2) await watch.tick();
  return (await announced()).slice(before);
}

async function announced(): Promise<Notice[]> {
  const rows = await database
    .selectFrom('notices')
    .select('notice')
    .where('enquiry_id', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ notice }) => JSON.parse(notice) as Notice);
}

async function enquiry(): Promise<{ id: string; reference: string }> {
  const fields = { name: 'Ahmad', phone: '+966501234567', email: 'a@example.com' };
  const sent = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: '' };
  const { id, reference } = await storeEnquiry(database, sent, desk.name, now);
  return { id, reference: formatReference(reference) };
}

const parcels = (changes: object) => database.updateTable('parcels').set(changes).execute();

test('announces nothing without trouble', async () => {
  await enquiry();
  await parcels({ state: 'delivered' });
  expect(await pass(30)).toEqual([]);
});

test('announces each refused request once, and once more when it is delivered', async () => {
  const watch = open();
  const { reference } = await enquiry();
  await parcels({ state: 'refused', last_error: 'DATA 554' });
  expect(await pass(10, watch)).toMatchObject([
    { type: 'trouble.began', trouble: 'desk_refused', reference, reason: 'DATA 554' },
  ]);
  await parcels({ state: 'delivered', last_error: null });
  expect(await pass(10, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_refused', reference }]);
});

test('announces a waiting request after 15 minutes, not again after a restart', async () => {
  await enquiry();
  await parcels({ attempts: 2, last_error: 'RCPT TO 552' });
  expect(await pass(15)).toEqual([]);
  const began = await pass(2);
  expect(began).toMatchObject([{ type: 'trouble.began', trouble: 'desk_away', reason: 'RCPT TO 552' }]);
  expect(await pass(60)).toEqual([]);
  await parcels({ state: 'delivered', last_error: null });
  expect(await pass(1)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_away' }]);
});

test('checks an idle desk regularly, and announces one that is unavailable for 15 minutes', async () => {
  const watch = open();
  check = { outcome: 'unavailable', reason: 'AUTH 535' };
  expect(await pass(15, watch)).toEqual([]);
  expect(trials).toBe(3);
  expect(await pass(2, watch)).toMatchObject([{ type: 'trouble.began', trouble: 'desk_away', reason: 'AUTH 535' }]);
  check = { outcome: 'accepted' };
  expect(await pass(6, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'desk_away' }]);
});

test('tolerates a short outage of the desk', async () => {
  const watch = open();
  check = { outcome: 'unavailable', reason: 'CONN ECONNREFUSED' };
  await pass(10, watch);
  check = { outcome: 'accepted' };
  expect(await pass(30, watch)).toEqual([]);
});

test('announces low disk space once, with hysteresis', async () => {
  const watch = open();
  free = 1.9 * GiB;
  expect(await pass(5, watch)).toMatchObject([{ type: 'trouble.began', trouble: 'disk_low', reason: '1.9 GiB free' }]);
  free = 2.2 * GiB;
  expect(await pass(5, watch)).toEqual([]);
  free = 3 * GiB;
  expect(await pass(5, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'disk_low' }]);
});

test('announces a scanner that is unavailable for more than a minute', async () => {
  const watch = open();
  isScannerAvailable = false;
  expect(await pass(1, watch)).toEqual([]);
  expect(await pass(1, watch)).toMatchObject([{ type: 'trouble.began', trouble: 'scanner_away' }]);
  isScannerAvailable = true;
  expect(await pass(1, watch)).toMatchObject([{ type: 'trouble.over', trouble: 'scanner_away' }]);
});

test('a failing probe keeps its state and does not affect others', async () => {
  const watch = open();
  free = 1 * GiB;
  await pass(1, watch);
  await database.schema.alterTable('parcels').renameTo('lost').execute();
  isScannerAvailable = false;
  expect((await pass(3, watch)).map((notice) => notice.type)).toEqual(['trouble.began']);
  await database.schema.alterTable('lost').renameTo('parcels').execute();
});

test('two processes announce a trouble once', async () => {
  free = 1 * GiB;
  const [one, other] = [open(), open()];
  await Promise.all([one.tick(), other.tick()]);
  expect(await announced()).toHaveLength(1);
});

test('reports that the desk can be reached at the start and after every failure', async () => {
  const watch = open();
  await pass(20, watch);
  expect(reached).toBe(1);
  check = { outcome: 'unavailable', reason: 'AUTH PLAIN 535' };
  await pass(20, watch);
  expect(reached).toBe(1);
  check = { outcome: 'accepted' };
  await pass(20, watch);
  expect(reached).toBe(2);
});
