import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { openLog } from '#app/log/log.server.ts';
import { type DatabaseWatch, openDatabaseWatch } from './database-watch.server.ts';

let folder: string;
let database: Database;
let watch: DatabaseWatch;
/** Another connection, which stands for another process. */
let other: DatabaseSync;
const send = vi.fn();
const log = openLog();
log.level = 'silent';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heartbeat-'));
  database = await openDatabase(join(folder, 'site.db'));
  other = new DatabaseSync(join(folder, 'site.db'));
  send.mockReset().mockResolvedValue({ accepted: true });
  watch = openDatabaseWatch(database, [{ id: 'duty', channel: { send } }], log);
});
afterEach(async () => {
  vi.useRealTimers();
  other.close();
  await watch.stop();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** Writes a heartbeat, which waits until its patience is over if the database is locked. */
async function beat(): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] });
  const ticking = watch.tick();
  await database.selectFrom('heartbeats').selectAll().execute();
  vi.advanceTimersByTime(5_000);
  await ticking;
  vi.useRealTimers();
}

const announced = () => send.mock.calls.map(([, notice]) => (notice as { type: string }).type);

test('a lock that one heartbeat meets is no trouble; one that two in a row meet is', async () => {
  for (let lock = 0; lock < 2; lock += 1) {
    other.exec('BEGIN IMMEDIATE');
    await beat();
    other.exec('COMMIT');
    await beat();
  }
  expect(announced()).toEqual([]);
  other.exec('BEGIN IMMEDIATE');
  await beat();
  await beat();
  expect(announced()).toEqual(['trouble.began']);
  other.exec('COMMIT');
  await beat();
  expect(announced()).toEqual(['trouble.began', 'trouble.over']);
});

test('a request that could not be stored because of a lock is trouble at once', async () => {
  other.exec('BEGIN IMMEDIATE');
  watch.reportStorageFailure();
  await expect.poll(announced).toEqual(['trouble.began']);
  other.exec('COMMIT');
});

test('any other failure is trouble at once', async () => {
  other.exec('DROP TABLE heartbeats');
  await watch.tick();
  expect(announced()).toEqual(['trouble.began']);
});

test('a lock that a heartbeat meets during another trouble does not end that trouble', async () => {
  other.exec("CREATE TRIGGER fault BEFORE INSERT ON heartbeats BEGIN SELECT RAISE(FAIL, 'fault'); END");
  await beat();
  await beat();
  other.exec('BEGIN IMMEDIATE');
  await beat();
  other.exec('COMMIT');
  await beat();
  expect(announced()).toEqual(['trouble.began']);
  other.exec('DROP TRIGGER fault');
  await beat();
  expect(announced()).toEqual(['trouble.began', 'trouble.over']);
});
