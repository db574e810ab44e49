import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { findBrokenEntry, readAudit } from './audit.server.ts';
import { openReadingAudit, type ReadingAudit } from './reading-audit.server.ts';

let folder: string;
let database: Database;
let audit: ReadingAudit;
/** Another connection, which stands for another process. */
let other: DatabaseSync;
const log = { warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reading-'));
  database = await openDatabase(join(folder, 'site.db'));
  other = new DatabaseSync(join(folder, 'site.db'));
  audit = openReadingAudit(database, log);
  vi.clearAllMocks();
});
afterEach(async () => {
  vi.useRealTimers();
  other.close();
  await audit.stop();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const entryOf = (at: number) => ({ at, personId: null, action: 'request_opened' as const, subject: `R${at}` });
const recorded = async () => (await readAudit(database, { limit: 100 })).map(({ at, number }) => [number, at]);

test('an entry is recorded before the page is sent', async () => {
  await audit.record(entryOf(1));
  expect(await recorded()).toEqual([[1, 1]]);
  expect(log.warn).not.toHaveBeenCalled();
});

test('while the database is locked, entries are logged, and recorded once each, in order, after the lock', async () => {
  other.exec('BEGIN IMMEDIATE');
  for (const at of [1, 2, 3]) await audit.record(entryOf(at));
  expect(await recorded()).toEqual([]);
  expect(log.warn.mock.calls.map(([details]) => details as unknown)).toEqual(
    [1, 2, 3].map((at) => ({ entry: entryOf(at) })),
  );
  other.exec('COMMIT');
  await expect.poll(recorded).toHaveLength(3);
  await audit.record(entryOf(4));
  expect(await recorded()).toEqual([4, 3, 2, 1].map((number) => [number, number]));
  expect(await findBrokenEntry(database)).toBeUndefined();
});

test('entries are recorded after a lock that lasts longer than a statement waits', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  other.exec('BEGIN IMMEDIATE');
  await audit.record(entryOf(1));
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => log.error).toHaveBeenCalledOnce();
  other.exec('COMMIT');
  await expect.poll(recorded).toEqual([[1, 1]]);
});

test('stopping waits for entries that have not been recorded yet', async () => {
  other.exec('BEGIN IMMEDIATE');
  await audit.record(entryOf(1));
  other.exec('COMMIT');
  await audit.stop();
  expect(await recorded()).toEqual([[1, 1]]);
});
