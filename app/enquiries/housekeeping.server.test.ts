import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import { openHousekeeping, type Housekeeping } from './housekeeping.server.ts';
import { eraseEnquiry } from './retention.server.ts';
import { storeEnquiry } from './store-enquiry.server.ts';

const hour = 60 * 60 * 1000;
const fields = { name: 'zqmark', phone: '+966501234567', email: 'zqmark@b.example', message: 'zqmark '.repeat(500) };

let folder: string;
let database: Database;
let housekeeping: Housekeeping;
let log: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'housekeeping-'));
  database = await openDatabase(join(folder, 'site.db'));
  // What is in the way is in the way at once.
  await sql`PRAGMA busy_timeout = 0`.execute(database);
  log = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  housekeeping = openHousekeeping(
    { database, files: diskStore(join(folder, 'files')), uploads: join(folder, 'uploads'), days: 180 },
    pino(lines),
  );
});

afterEach(async () => {
  await housekeeping.stop();
  vi.useRealTimers();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** An enquiry that arrived so many days ago and was delivered. */
async function stored(daysAgo: number): Promise<string> {
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  const { id } = await storeEnquiry(database, enquiry, 'inbox', Date.now() - daysAgo * 24 * hour);
  await database.updateTable('parcels').set({ state: 'delivered' }).execute();
  return id;
}

const hasTraces = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(folder, entry.name)).includes('zqmark'));

test('what is past its time goes at the start and every hour, traces and all', async () => {
  await stored(181);
  expect(hasTraces()).toBe(true);
  housekeeping.start();
  await vi.waitFor(() => expect(hasTraces()).toBe(false), 5_000);

  await stored(181);
  vi.advanceTimersByTime(hour - 1);
  expect(hasTraces()).toBe(true);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(hasTraces()).toBe(false), 5_000);
  expect(log).not.toContain('failed');
});

test('traces that could not be overwritten are logged and go an hour later', async () => {
  housekeeping.start();
  await housekeeping.stop();
  const id = await stored(1);
  const reader = new DatabaseSync(join(folder, 'site.db'));
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM enquiries').all();
  await eraseEnquiry(database, diskStore(join(folder, 'files')), id, 'visitor', Date.now());
  housekeeping.start();
  await vi.waitFor(() => expect(log).toContain('housekeeping failed'), 5_000);
  expect(hasTraces()).toBe(true);

  reader.exec('COMMIT');
  reader.close();
  vi.advanceTimersByTime(hour);
  await vi.waitFor(() => expect(hasTraces()).toBe(false), 5_000);
});

test('where nothing was erased, the database is not written anew', async () => {
  housekeeping.start();
  await housekeeping.stop();
  await stored(1);
  const sizeOfLog = () => readFileSync(join(folder, 'site.db-wal')).length;
  const before = sizeOfLog();
  expect(before).toBeGreaterThan(0);
  housekeeping.start();
  await housekeeping.stop();
  expect(sizeOfLog()).toBe(before);
});
