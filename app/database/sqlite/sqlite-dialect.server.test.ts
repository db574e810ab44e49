import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.server.ts';
import { isLocked } from '../dialect.server.ts';
import { isBusy } from '../file-lock.server.ts';

// Another connection to the same file stands for another process.

let folder: string;
let database: Database;
let other: DatabaseSync;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  database = await openDatabase(join(folder, 'site.db'));
  other = new DatabaseSync(join(folder, 'site.db'));
  other.exec('BEGIN IMMEDIATE');
});
afterEach(async () => {
  vi.useRealTimers();
  if (other.isTransaction) other.exec('COMMIT');
  other.close();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const insert = (connection: Database) =>
  connection.insertInto('drafts').values({ id: 'a', created_at: 1, expires_at: 2, rules: 'medical' }).execute();
const drafts = async () => (await database.selectFrom('drafts').select('id').execute()).map(({ id }) => id);

/** The ways to write. */
const writes: [string, () => Promise<unknown>][] = [
  ['a statement', () => insert(database)],
  [
    'a statement that returns rows',
    () => database.insertInto('heartbeats').values({ name: 'a', at: 1 }).returning('at').execute(),
  ],
  ['a transaction', () => database.transaction().execute((transaction) => insert(transaction))],
  [
    'a transaction that reads first',
    () =>
      database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('drafts').selectAll().execute();
        await insert(transaction);
      }),
  ],
  [
    'a BEGIN that is executed as a statement',
    () =>
      database.connection().execute(async (connection) => {
        await sql`BEGIN IMMEDIATE`.execute(connection);
        await insert(connection);
        await sql`COMMIT`.execute(connection);
      }),
  ],
  ['a rewrite of the file', () => sql`VACUUM`.execute(database)],
];

test.each(writes)(
  'reads do not wait behind %s that waits for a lock, and it succeeds after the lock',
  async (_name, write) => {
    let hasEnded = false;
    const writing = write().finally(() => (hasEnded = true));
    for (let reading = 0; reading < 20; reading += 1) expect(await drafts()).toEqual([]);
    expect(await isLocked(database)).toBe(true);
    expect(hasEnded).toBe(false);
    other.exec('COMMIT');
    await writing;
    expect(await isLocked(database)).toBe(false);
  },
);

test.each(writes)('%s fails after a lock of five seconds, and the connection remains usable', async (_name, write) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let error: unknown;
  write().catch((thrown: unknown) => (error = thrown));
  await drafts();
  vi.advanceTimersByTime(4_999);
  await drafts();
  expect(error).toBeUndefined();
  vi.advanceTimersByTime(1);
  await expect.poll(() => isBusy(error)).toBe(true);
  other.exec('COMMIT');
  expect(await drafts()).toEqual([]);
  await insert(database);
  expect(await drafts()).toEqual(['a']);
});

test('many statements that wait for a lock are executed once each', async () => {
  const names = Array.from({ length: 50 }, (_, number) => `n${number}`);
  const writing = names.map((name) => database.insertInto('heartbeats').values({ name, at: 1 }).execute());
  await drafts();
  other.exec('COMMIT');
  await Promise.all(writing);
  const stored = await database.selectFrom('heartbeats').select('name').execute();
  expect(stored.map(({ name }) => name).sort()).toEqual(names.sort());
});

test('a transaction that has the lock is not disturbed by statements that wait for their turn', async () => {
  other.exec('COMMIT');
  const order: string[] = [];
  await Promise.all([
    database.transaction().execute(async (transaction) => {
      await insert(transaction);
      await new Promise((resolve) => setImmediate(resolve));
      order.push('transaction');
    }),
    drafts().then((found) => order.push(`read ${found.join()}`)),
  ]);
  expect(order).toEqual(['transaction', 'read a']);
});
