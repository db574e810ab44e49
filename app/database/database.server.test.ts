import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, Migrator, sql, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { growthRatio } from '#tests/support/reference-load.ts';
import {
  type Database,
  openDatabase,
  openExistingDatabase,
  removeDeletedTraces,
  restoreStagingPath,
  rewriteDatabase,
} from './database.server.ts';
import { DatabaseError } from './database-error.ts';
import { isDatabaseInUse, lockFile } from './file-lock.server.ts';
import { findIntegrityProblems, quickCheck } from './integrity.server.js';
import { migrations } from './migrations.server.ts';
import { openSqlite } from './sqlite/node-sqlite.server.ts';

let folder: string;
const openDatabases: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'));
});

afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.destroy();
  rmSync(folder, { recursive: true });
});

async function open(name = 'site.db'): Promise<Database> {
  const database = await openDatabase(join(folder, name));
  openDatabases.push(database);
  return database;
}

const draft = { id: 'a', created_at: 1, expires_at: Date.UTC(2027, 0, 1), rules: 'medical' as const };
const modeOf = (path: string) => statSync(path).mode & 0o777;

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2], // FULL: a commit survives a power cut
  ['foreign_keys', 1],
  ['secure_delete', 1],
  ['auto_vacuum', 2], // INCREMENTAL
  ['temp_store', 2], // MEMORY
  ['busy_timeout', 0], // waiting in SQLite would block the thread
  ['journal_size_limit', 16 * 1024 * 1024],
])('PRAGMA %s is %s', async (pragma, expected) => {
  const { rows } = await sql.raw(`PRAGMA ${pragma}`).execute(await open());
  expect(Object.values(rows[0] as object)).toEqual([expected]);
});

test('creates a missing folder that only this user can access', async () => {
  await open('data/deep/site.db');
  expect(modeOf(join(folder, 'data/deep'))).toBe(0o700);
});

test('creates files that only this user can read, even in a folder that everyone can enter', async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared, { mode: 0o755 });
  const database = await open('shared/site.db');
  await database.insertInto('drafts').values(draft).execute();
  const names = readdirSync(shared).sort();
  expect(names).toEqual(['site.db', 'site.db-shm', 'site.db-wal']);
  expect(names.map((name) => [name, modeOf(join(shared, name))])).toEqual(names.map((name) => [name, 0o600]));
});

test('keeps its rows when it is opened again, and shows them to both connections', async () => {
  const first = await open();
  await first.insertInto('drafts').values(draft).execute();
  const second = await open();
  expect(await second.selectFrom('drafts').selectAll().execute()).toEqual([{ ...draft, rules: 'medical' }]);
});

test('rolls back a transaction that fails', async () => {
  const database = await open();
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('drafts').values(draft).execute();
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(await database.selectFrom('drafts').selectAll().execute()).toEqual([]);
});

test('rejects a file of a draft that does not exist', async () => {
  const database = await open();
  const file = { id: 'f', draft_id: 'none', position: 0, name: 'n', type: 't', size: 1, sha256: 'h', storage_key: 'k' };
  await expect(database.insertInto('draft_files').values(file).execute()).rejects.toThrow('FOREIGN KEY');
});

describe('a database that cannot be opened is reported in one sentence with its path if', () => {
  const file = () => join(folder, 'site.db');
  const messageOf = (openFailing: () => Promise<Database>) =>
    Promise.resolve()
      .then(openFailing)
      .then(
        () => 'no error',
        (error: unknown) => (error instanceof DatabaseError ? error.message : `not a DatabaseError: ${String(error)}`),
      );
  const sentence = async (open = openDatabase) => {
    const message = await messageOf(() => open(file()));
    expect(message).toContain(file());
    expect(message).not.toContain('\n');
    return message;
  };

  test('it is damaged or not a database', async () => {
    writeFileSync(file(), 'not a database, '.repeat(100));
    expect(await sentence()).toContain('is damaged');
    rmSync(file());
    await (await openDatabase(file())).destroy();
    truncateSync(file(), 9_000);
    expect(await sentence()).toContain('is damaged');
  });

  test('it was created by a newer version of the program', async () => {
    const newer = await openDatabase(file());
    await sql`INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')`.execute(newer);
    await sql`INSERT INTO schema_contractions VALUES ('9999_later')`.execute(newer);
    await newer.destroy();
    expect(await sentence()).toMatch(/newer version of this program \(9999_later\)/);
    expect(await sentence(openExistingDatabase)).toMatch(/newer version/);
  });

  test('it cannot be created because its folder is a file', async () => {
    writeFileSync(join(folder, 'plain'), '');
    const message = await messageOf(() => openDatabase(join(folder, 'plain', 'site.db')));
    expect(message).toMatch(/^The database .* cannot be opened: E/);
  });

  test('a restore of it is incomplete', async () => {
    await (await openDatabase(file())).destroy();
    writeFileSync(restoreStagingPath(file()), '');
    expect(await sentence()).toContain('run it again');
    expect(await sentence(openExistingDatabase)).toContain('run it again');
  });

  test('it does not exist, and a command creates neither the file nor its folder', async () => {
    expect(await sentence(openExistingDatabase)).toMatch(/^There is no database at /);
    expect(readdirSync(folder)).toEqual([]);
    expect(await messageOf(() => openExistingDatabase(join(folder, 'none', 'site.db')))).toMatch(
      /^There is no database/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the integrity check', () => {
  test('reports no problems in an intact file, even while it is open for writing', async () => {
    const database = await open();
    await database.insertInto('drafts').values(draft).execute();
    expect(quickCheck(join(folder, 'site.db'))).toEqual([]);
    expect(findIntegrityProblems(join(folder, 'site.db'), 'full')).toEqual([]);
  });

  test.each(['quick', 'full'] as const)('reports problems for every kind of damage (%s)', async (depth) => {
    const path = join(folder, 'site.db');
    const database = await openDatabase(path);
    for (let id = 0; id < 500; id += 1) {
      await database
        .insertInto('drafts')
        .values({ ...draft, id: `${id}`.padStart(200, 'x') })
        .execute();
    }
    await database.destroy();
    const intact = readFileSync(path);
    const damageFunctions: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length / 2),
      (bytes) => bytes.fill(0, bytes.length - 40_000),
      (bytes) => bytes.fill(7, bytes.length - 40_000),
      (bytes) => bytes.fill(0, 0, 100),
      () => Buffer.from('not a database'),
    ];
    for (const [number, damage] of damageFunctions.entries()) {
      writeFileSync(path, damage(Buffer.from(intact)));
      expect(findIntegrityProblems(path, depth).length, `damage ${number}`).toBeGreaterThan(0);
    }
    expect(findIntegrityProblems(join(folder, 'none.db'), depth)).not.toEqual([]);
    expect(readdirSync(folder)).not.toContain('none.db');
  });
});

describe('locks', () => {
  test('show whether a database is in use, until its connection is closed', async () => {
    const path = join(folder, 'site.db');
    expect(isDatabaseInUse(path)).toBe(false);
    const database = await openDatabase(path);
    expect(isDatabaseInUse(path)).toBe(true);
    await database.destroy();
    expect(isDatabaseInUse(path)).toBe(false);
  });

  test('have one holder at a time', () => {
    const path = join(folder, 'lock');
    const release = lockFile(path);
    expect(lockFile(path)).toBeUndefined();
    release?.();
    lockFile(path)?.();
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

test('migrations keep the data of the first schema', async () => {
  const path = join(folder, 'site.db');
  const oldest = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: openSqlite(path, 'durable') }),
  });
  const migrator = new Migrator({ db: oldest, provider: { getMigrations: () => Promise.resolve(migrations) } });
  expect((await migrator.migrateTo('0001_enquiries')).error).toBeUndefined();
  const file = { position: 0, name: 'n', type: 't', size: 1, sha256: 'h', storage_key: 'k' };
  await oldest.insertInto('drafts').values({ id: 'd', created_at: 1, expires_at: 2 }).execute();
  const enquiry = { id: 'e', reference: 'R', kind: 'contact', language: 'ar', fields: '{}', privacy_notice: 'p' };
  await oldest
    .insertInto('enquiries')
    .values({ ...enquiry, received_at: 7 })
    .execute();
  await oldest
    .insertInto('attachments')
    .values({ id: 'f', enquiry_id: 'e', ...file })
    .execute();
  const delivery = { desk: 'api', state: 'waiting', attempts: 3, next_attempt_at: 8, leased_until: 0 };
  await oldest
    .insertInto('deliveries')
    .values({ enquiry_id: 'e', ...delivery, last_error: 'away', delivered_at: null, idempotency_key: 'key' })
    .execute();
  await oldest.destroy();

  const newest = await open();
  expect(await newest.selectFrom('parcels').selectAll().execute()).toEqual([
    {
      ...{ id: 'e', enquiry_id: 'e', number: 0, purpose: 'enquiry', created_at: 7 },
      ...{ ...delivery, last_error: 'away', delivered_at: null, idempotency_key: 'key', fields: null, reached: null },
      text: null,
    },
  ]);
  // Originally, all drafts had the rules of the medical form.
  expect(await newest.selectFrom('drafts').selectAll().execute()).toMatchObject([{ id: 'd', rules: 'medical' }]);
  expect(await newest.selectFrom('attachments').selectAll().execute()).toMatchObject([{ id: 'f', parcel: 0 }]);
  expect(await newest.selectFrom('enquiries').selectAll().execute()).toMatchObject([
    { reference: 'R', erased_at: null },
  ]);
});

test('a migration records when enquiries were taken', async () => {
  const path = join(folder, 'site.db');
  const old = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: openSqlite(path, 'durable') }),
  });
  const migrator = new Migrator({ db: old, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const previous = Object.keys(migrations).sort()[Object.keys(migrations).indexOf('0012_progress') - 1] ?? '';
  expect((await migrator.migrateTo(previous)).error).toBeUndefined();
  const enquiry = { kind: 'contact', language: 'ar', fields: '{}', privacy_notice: 'p', received_at: 7 };
  const rows = [{ id: 'a', taken_at: 8 }, { id: 'b' }, { id: 'c', taken_at: 8, erased_at: 9 }];
  for (const row of rows) {
    await old
      .insertInto('enquiries')
      .values({ ...enquiry, reference: row.id, ...row })
      .execute();
  }
  await old.destroy();

  const newest = await open();
  const enquiries = newest.selectFrom('enquiries').select(['id', 'state', 'case_version']).orderBy('id');
  expect(await enquiries.execute()).toEqual([
    { id: 'a', state: 'taken', case_version: 1 },
    { id: 'b', state: 'new', case_version: 0 },
    { id: 'c', state: 'new', case_version: 0 },
  ]);
  expect(await newest.selectFrom('enquiry_events').selectAll().execute()).toEqual([
    {
      ...{ id: expect.any(String) as string, enquiry_id: 'a', at: 8, kind: 'taken', source: 'command-line' },
      ...{ person_id: null, details: null, undone_at: null },
    },
  ]);
});

test('a migration marks evacuation requests without a date as wanted as soon as possible', async () => {
  const path = join(folder, 'site.db');
  const old = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: openSqlite(path, 'durable') }),
  });
  const migrator = new Migrator({ db: old, provider: { getMigrations: () => Promise.resolve(migrations) } });
  expect((await migrator.migrateTo('0005_virus_check')).error).toBeUndefined();
  const stored = [
    { id: 'a', kind: 'evacuation', fields: { origin: 'RUH', destination: 'MUC' } },
    { id: 'b', kind: 'evacuation', fields: { origin: 'RUH', destination: 'MUC', date: '2027-03-27' } },
    { id: 'c', kind: 'medical-flight', fields: { origin: 'RUH', asSoonAsPossible: true } },
    { id: 'd', kind: 'contact', fields: { message: 'm' } },
    { id: 'e', kind: 'evacuation', fields: {}, erased_at: 9 },
  ];
  for (const { fields, ...enquiry } of stored) {
    const row = { reference: enquiry.id, language: 'ar', privacy_notice: 'p', received_at: 7 };
    await old
      .insertInto('enquiries')
      .values({ ...row, ...enquiry, fields: JSON.stringify(fields) })
      .execute();
    const message = { number: 0, purpose: 'enquiry', created_at: 7, desk: 'api', state: 'waiting', attempts: 0 };
    const due = { next_attempt_at: 8, leased_until: 0, idempotency_key: enquiry.id };
    // Only the first enquiry has been corrected, so only its message has fields of its own.
    const ownFields = enquiry.id === 'a' ? JSON.stringify(fields) : null;
    await old
      .insertInto('parcels')
      .values({ id: enquiry.id, enquiry_id: enquiry.id, ...message, ...due, fields: ownFields })
      .execute();
  }
  await old.destroy();

  const newest = await open();
  const rows = await newest.selectFrom('enquiries').select(['id', 'fields']).orderBy('id').execute();
  const withoutDate = { origin: 'RUH', destination: 'MUC', destinationOpen: false, asSoonAsPossible: true };
  expect(rows.map(({ fields }) => JSON.parse(fields) as unknown)).toEqual([
    withoutDate,
    { ...withoutDate, date: '2027-03-27', asSoonAsPossible: false },
    { origin: 'RUH', destinationOpen: false, asSoonAsPossible: true },
    { message: 'm' },
    {},
  ]);
  const parcels = await newest.selectFrom('parcels').select(['id', 'fields']).orderBy('id').execute();
  expect(parcels.map(({ fields }) => fields && (JSON.parse(fields) as unknown))).toEqual([
    withoutDate,
    null,
    null,
    null,
    null,
  ]);
});

/** Opens a database and fills it with drafts of ten kilobytes each. */
async function openFilled(name: string, drafts: number): Promise<Database> {
  const database = await open(name);
  await database.transaction().execute(async (transaction) => {
    for (let number = 0; number < drafts; number += 1) {
      await transaction
        .insertInto('drafts')
        .values({ ...draft, id: `${number} ${'x'.repeat(10_000)}` })
        .execute();
    }
  });
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  return database;
}

const freePages = async (database: Database) => (await sql`PRAGMA freelist_count`.execute(database)).rows[0];
const noFreePages = { freelist_count: 0 };

/** Returns work that deletes a few rows, one by one, and removes the traces of each. */
async function removal(rows: number): Promise<() => Promise<void>> {
  const database = await openFilled(`${rows}.db`, rows);
  let number = 0;
  return async () => {
    for (const end = number + 20; number < end; number += 1) {
      await database.deleteFrom('drafts').where('id', '>=', `${number} `).where('id', '<', `${number}!`).execute();
      await removeDeletedTraces(database);
    }
  };
}

test('the time to overwrite one row does not grow with the file', async () => {
  // Rewriting a file eight times as large would take eight times as long.
  expect(await growthRatio(removal, [1_000, 8_000])).toBeLessThan(4);
});

test('overwriting rewrites a small file, and frees unused pages of a large one', async () => {
  const small = await openFilled('small.db', 300);
  await small.deleteFrom('drafts').where('id', 'like', '1%').execute();
  expect(await removeDeletedTraces(small)).toBe(true);
  expect(await freePages(small)).toEqual(noFreePages);

  const large = await openFilled('large.db', 2_000);
  await large.deleteFrom('drafts').where('id', 'like', '1%').execute();
  const size = statSync(join(folder, 'large.db')).size;
  expect(await removeDeletedTraces(large)).toBe(false);
  expect(await freePages(large)).toEqual(noFreePages);
  expect(statSync(join(folder, 'large.db')).size).toBeLessThan(size);
  expect(readFileSync(join(folder, 'large.db')).includes(`1999 ${'x'.repeat(2_000)}`)).toBe(false);
});

test('a large file without incremental vacuum frees no pages until it is rewritten', async () => {
  const oldDatabase = new DatabaseSync(join(folder, 'site.db'));
  oldDatabase.exec('PRAGMA auto_vacuum = NONE; CREATE TABLE old (text TEXT)');
  const insert = oldDatabase.prepare('INSERT INTO old VALUES (?)');
  for (let number = 0; number < 100; number += 1) insert.run('x'.repeat(100_000));
  oldDatabase.exec('DELETE FROM old WHERE rowid > 90');
  oldDatabase.close();

  const database = await open();
  expect(await removeDeletedTraces(database)).toBe(false);
  expect(await freePages(database)).not.toEqual(noFreePages);
  await rewriteDatabase(database);
  expect(await freePages(database)).toEqual(noFreePages);
  expect((await sql`PRAGMA auto_vacuum`.execute(database)).rows).toEqual([{ auto_vacuum: 2 }]);
});
