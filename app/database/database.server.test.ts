import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator, sql, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.server.ts';
import { migrations } from './migrations.server.ts';
import { openSqlite } from './node-sqlite.server.ts';

let folder: string;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'));
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy();
  rmSync(folder, { recursive: true });
});

async function open(name = 'site.db'): Promise<Database> {
  const database = await openDatabase(join(folder, name));
  opened.push(database);
  return database;
}

const draft = { id: 'a', created_at: 1, expires_at: Date.UTC(2027, 0, 1), rules: 'medical' as const };
const modeOf = (path: string) => statSync(path).mode & 0o777;

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2], // FULL: a commit survives a power cut
  ['foreign_keys', 1],
  ['secure_delete', 1],
  ['temp_store', 2], // MEMORY
  ['busy_timeout', 5000],
])('PRAGMA %s is %s', async (pragma, expected) => {
  const { rows } = await sql.raw(`PRAGMA ${pragma}`).execute(await open());
  expect(Object.values(rows[0] as object)).toEqual([expected]);
});

test('its folder is made where missing, for this user only', async () => {
  await open('data/deep/site.db');
  expect(modeOf(join(folder, 'data/deep'))).toBe(0o700);
});

test('everything it writes is readable by this user only, in a folder that everyone may enter too', async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared, { mode: 0o755 });
  const database = await open('shared/site.db');
  await database.insertInto('drafts').values(draft).execute();
  const names = readdirSync(shared).sort();
  expect(names).toEqual(['site.db', 'site.db-shm', 'site.db-wal']);
  expect(names.map((name) => [name, modeOf(join(shared, name))])).toEqual(names.map((name) => [name, 0o600]));
});

test('opening it again migrates nothing away, and two connections see the same rows', async () => {
  const first = await open();
  await first.insertInto('drafts').values(draft).execute();
  const second = await open();
  expect(await second.selectFrom('drafts').selectAll().execute()).toEqual([{ ...draft, rules: 'medical' }]);
});

test('a transaction that fails leaves nothing', async () => {
  const database = await open();
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('drafts').values(draft).execute();
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(await database.selectFrom('drafts').selectAll().execute()).toEqual([]);
});

test('a file of a draft that does not exist is refused', async () => {
  const database = await open();
  const file = { id: 'f', draft_id: 'none', position: 0, name: 'n', type: 't', size: 1, sha256: 'h', storage_key: 'k' };
  await expect(database.insertInto('draft_files').values(file).execute()).rejects.toThrow('FOREIGN KEY');
});

test('a file that is no database stops the start', async () => {
  writeFileSync(join(folder, 'site.db'), 'not a database, '.repeat(100));
  await expect(openDatabase(join(folder, 'site.db'))).rejects.toThrow();
});

test('what stood in the first shape of the database is still there in the newest', async () => {
  const path = join(folder, 'site.db');
  const first = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: openSqlite(path, 'durable') }),
  });
  const migrator = new Migrator({ db: first, provider: { getMigrations: () => Promise.resolve(migrations) } });
  expect((await migrator.migrateTo('0001_enquiries')).error).toBeUndefined();
  const file = { position: 0, name: 'n', type: 't', size: 1, sha256: 'h', storage_key: 'k' };
  await first.insertInto('drafts').values({ id: 'd', created_at: 1, expires_at: 2 }).execute();
  const enquiry = { id: 'e', reference: 'R', kind: 'contact', language: 'ar', fields: '{}', privacy_notice: 'p' };
  await first
    .insertInto('enquiries')
    .values({ ...enquiry, received_at: 7 })
    .execute();
  await first
    .insertInto('attachments')
    .values({ id: 'f', enquiry_id: 'e', ...file })
    .execute();
  const delivery = { desk: 'api', state: 'waiting', attempts: 3, next_attempt_at: 8, leased_until: 0 };
  await first
    .insertInto('deliveries')
    .values({ enquiry_id: 'e', ...delivery, last_error: 'away', delivered_at: null, idempotency_key: 'key' })
    .execute();
  await first.destroy();

  const newest = await open();
  expect(await newest.selectFrom('parcels').selectAll().execute()).toEqual([
    {
      ...{ id: 'e', enquiry_id: 'e', number: 0, purpose: 'enquiry', created_at: 7 },
      ...{ ...delivery, last_error: 'away', delivered_at: null, idempotency_key: 'key', fields: null },
    },
  ]);
  // Files of drafts were judged by the medical form's rules until there were others.
  expect(await newest.selectFrom('drafts').selectAll().execute()).toMatchObject([{ id: 'd', rules: 'medical' }]);
  expect(await newest.selectFrom('attachments').selectAll().execute()).toMatchObject([{ id: 'f', parcel: 0 }]);
  expect(await newest.selectFrom('enquiries').selectAll().execute()).toMatchObject([
    { reference: 'R', erased_at: null },
  ]);
});
