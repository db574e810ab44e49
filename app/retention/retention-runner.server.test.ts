import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import { type Erasure, readErasures } from './erasures.server.ts';
import { eraseEnquiry } from './retention.server.ts';
import { openRetentionRunner, type RetentionRunner } from './retention-runner.server.ts';

const hour = 60 * 60 * 1000;
const fields = { name: 'zqmark', phone: '+966501234567', email: 'zqmark@b.example', message: 'zqmark '.repeat(500) };

let folder: string;
let database: Database;
let retention: RetentionRunner;
let log: string;
/** The content of the erasures file when the database was checked. */
let recordedAtCheck: Erasure[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'retention-runner-'));
  database = await openDatabase(join(folder, 'site.db'));
  log = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  retention = openRetentionRunner(
    {
      ...{ database, files: openDiskStore(join(folder, 'files')), uploadsFolder: join(folder, 'uploads') },
      ...{ erasuresPath: join(folder, 'erasures.txt'), closedDays: 14, retentionDays: 180 },
      check: async () => {
        recordedAtCheck = await readErasures(join(folder, 'erasures.txt'));
      },
    },
    pino(lines),
  );
});

afterEach(async () => {
  await retention.stop();
  vi.useRealTimers();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** Stores a delivered enquiry received `daysAgo` days ago. @returns its id */
async function storeDelivered(daysAgo: number): Promise<string> {
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  const { id } = await storeEnquiry(database, enquiry, 'inbox', Date.now() - daysAgo * 24 * hour);
  await database.updateTable('parcels').set({ state: 'delivered' }).execute();
  return id;
}

const hasTraces = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(folder, entry.name)).includes('zqmark'));

test('erases one-time links of the desk, with the secrets of their apps, when they have expired', async () => {
  const account = { id: 'p', email: 'a@desk.example', name: 'A', role: 'lead' as const, language: 'de' };
  await database
    .insertInto('desk_people')
    .values({ ...account, password: null, totp_secret: null, created_at: 0 })
    .execute();
  const expiresAt = { expired: Date.now() - 1, valid: Date.now() + hour };
  for (const [token_hash, expires_at] of Object.entries(expiresAt)) {
    await database
      .insertInto('desk_links')
      .values({ token_hash, person_id: 'p', expires_at, app_secret: `${token_hash}-zqmark` })
      .execute();
  }
  retention.start();
  const left = async () => (await database.selectFrom('desk_links').selectAll().execute()).map((row) => row.token_hash);
  await expect.poll(left).toEqual(['valid']);
});

test('erases expired enquiries and their traces at start-up and every hour', async () => {
  await storeDelivered(181);
  expect(hasTraces()).toBe(true);
  retention.start();
  await expect.poll(hasTraces).toBe(false);

  await storeDelivered(181);
  vi.advanceTimersByTime(hour - 1);
  expect(hasTraces()).toBe(true);
  vi.advanceTimersByTime(1);
  await expect.poll(hasTraces).toBe(false);
  expect(log).not.toContain('failed');
});

test('records the erasures that a killed process has not recorded, before it checks the database', async () => {
  await eraseEnquiry(database, openDiskStore(join(folder, 'files')), await storeDelivered(1), 'visitor', Date.now());
  retention.start();
  await retention.stop();
  expect(recordedAtCheck).toMatchObject([{ reason: 'visitor' }]);
});

test('reports an erasure that cannot be recorded, and records it in the next run', async () => {
  await eraseEnquiry(database, openDiskStore(join(folder, 'files')), await storeDelivered(1), 'visitor', Date.now());
  mkdirSync(join(folder, 'erasures.txt'));
  await expect(retention.recordErasures()).rejects.toThrow('EISDIR');
  expect(log).toContain('ERASURES_FILE cannot be written');

  rmSync(join(folder, 'erasures.txt'), { recursive: true });
  retention.start();
  await retention.stop();
  expect(await readErasures(join(folder, 'erasures.txt'))).toMatchObject([{ reason: 'visitor' }]);
});

test('logs a failure to overwrite traces and retries an hour later', async () => {
  retention.start();
  await retention.stop();
  const id = await storeDelivered(1);
  const reader = new DatabaseSync(join(folder, 'site.db'));
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM enquiries').all();
  await eraseEnquiry(database, openDiskStore(join(folder, 'files')), id, 'visitor', Date.now());
  retention.start();
  await expect.poll(() => log).toContain('retention run failed');
  expect(hasTraces()).toBe(true);

  reader.exec('COMMIT');
  reader.close();
  vi.advanceTimersByTime(hour);
  await expect.poll(hasTraces).toBe(false);
});

test('does not rewrite the database if nothing was erased', async () => {
  retention.start();
  await retention.stop();
  await storeDelivered(1);
  const walSize = () => readFileSync(join(folder, 'site.db-wal')).length;
  const before = walSize();
  expect(before).toBeGreaterThan(0);
  retention.start();
  await retention.stop();
  expect(walSize()).toBe(before);
});

test('rewrites a large database only at night', async () => {
  await sql`CREATE TABLE padding (text TEXT)`.execute(database);
  for (let row = 0; row < 100; row += 1) {
    await sql`INSERT INTO padding VALUES (hex(randomblob(50000)))`.execute(database);
  }
  // The schema version changes whenever the file is rewritten.
  const schemaVersion = async () => (await sql`PRAGMA schema_version`.execute(database)).rows[0];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2031-03-27T00:59:00Z') });
  const before = await schemaVersion();
  await eraseEnquiry(database, openDiskStore(join(folder, 'files')), await storeDelivered(1), 'visitor', Date.now());
  retention.start();
  await retention.stop();
  expect(await schemaVersion()).toEqual(before);

  vi.setSystemTime(new Date('2031-03-27T01:59:00Z'));
  retention.start();
  await retention.stop();
  const rewritten = await schemaVersion();
  expect(rewritten).not.toEqual(before);
  expect(hasTraces()).toBe(false);

  // Nothing has been erased since the rewrite.
  vi.setSystemTime(new Date('2031-03-27T02:59:00Z'));
  retention.start();
  await retention.stop();
  expect(await schemaVersion()).toEqual(rewritten);
  expect(log).not.toContain('failed');
});
