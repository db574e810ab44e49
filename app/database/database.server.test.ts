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
import {
  type Database,
  openDatabase,
  openExistingDatabase,
  overwriteErased,
  restoringName,
  rewriteDatabase,
} from './database.server.ts';
import { DatabaseError } from './database-error.ts';
import { isDatabaseInUse, lockFile } from './file-lock.server.ts';
import { findIntegrityProblems, quickCheck } from './integrity.server.ts';
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
  ['auto_vacuum', 2], // INCREMENTAL
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

describe('what keeps it from opening is told in a sentence that names the file', () => {
  const file = () => join(folder, 'site.db');
  const failing = (opening: () => Promise<Database>) =>
    Promise.resolve()
      .then(opening)
      .then(
        () => 'opened',
        (error: unknown) => (error instanceof DatabaseError ? error.message : `no sentence: ${String(error)}`),
      );
  const sentence = async (opening = openDatabase) => {
    const told = await failing(() => opening(file()));
    expect(told).toContain(file());
    expect(told).not.toContain('\n');
    return told;
  };

  test('it is no database, or a damaged one', async () => {
    writeFileSync(file(), 'not a database, '.repeat(100));
    expect(await sentence()).toContain('is damaged');
    rmSync(file());
    await (await openDatabase(file())).destroy();
    truncateSync(file(), 9_000);
    expect(await sentence()).toContain('is damaged');
  });

  test('a newer version of the program made it', async () => {
    const newer = await openDatabase(file());
    await sql`INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')`.execute(newer);
    await newer.destroy();
    expect(await sentence()).toMatch(/newer version of this program \(9999_later\)/);
    expect(await sentence(openExistingDatabase)).toMatch(/newer version/);
  });

  test('it cannot be made: its folder is none', async () => {
    writeFileSync(join(folder, 'plain'), '');
    const told = await failing(() => openDatabase(join(folder, 'plain', 'site.db')));
    expect(told).toMatch(/^The database .* cannot be opened: E/);
  });

  test('a restore has not come to its end', async () => {
    await (await openDatabase(file())).destroy();
    writeFileSync(restoringName(file()), '');
    expect(await sentence()).toContain('run it again');
    expect(await sentence(openExistingDatabase)).toContain('run it again');
  });

  test('there is none, and a command line does not make one, nor its folder', async () => {
    expect(await sentence(openExistingDatabase)).toMatch(/^There is no database at /);
    expect(readdirSync(folder)).toEqual([]);
    expect(await failing(() => openExistingDatabase(join(folder, 'none', 'site.db')))).toMatch(/^There is no database/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a check of the whole file', () => {
  test('has nothing to say of a sound one, also while it is written', async () => {
    const database = await open();
    await database.insertInto('drafts').values(draft).execute();
    expect(quickCheck(join(folder, 'site.db'))).toEqual([]);
    expect(findIntegrityProblems(join(folder, 'site.db'), 'full')).toEqual([]);
  });

  test.each(['quick', 'full'] as const)('says what is wrong, however it was damaged (%s)', async (depth) => {
    const path = join(folder, 'site.db');
    const database = await openDatabase(path);
    for (let id = 0; id < 500; id += 1) {
      await database
        .insertInto('drafts')
        .values({ ...draft, id: `${id}`.padStart(200, 'x') })
        .execute();
    }
    await database.destroy();
    const whole = readFileSync(path);
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length / 2),
      (bytes) => bytes.fill(0, bytes.length - 40_000),
      (bytes) => bytes.fill(7, bytes.length - 40_000),
      (bytes) => bytes.fill(0, 0, 100),
      () => Buffer.from('no database'),
    ];
    for (const [number, damage] of damages.entries()) {
      writeFileSync(path, damage(Buffer.from(whole)));
      expect(findIntegrityProblems(path, depth).length, `damage ${number}`).toBeGreaterThan(0);
    }
    expect(findIntegrityProblems(join(folder, 'none.db'), depth)).not.toEqual([]);
    expect(readdirSync(folder)).not.toContain('none.db');
  });
});

describe('who works on it', () => {
  test('is known by SQLite’s locks, which end with the connection', async () => {
    const path = join(folder, 'site.db');
    expect(isDatabaseInUse(path)).toBe(false);
    const database = await openDatabase(path);
    expect(isDatabaseInUse(path)).toBe(true);
    await database.destroy();
    expect(isDatabaseInUse(path)).toBe(false);
  });

  test('one holds a lock at a time', () => {
    const path = join(folder, 'lock');
    const release = lockFile(path);
    expect(lockFile(path)).toBeUndefined();
    release?.();
    lockFile(path)?.();
    expect(readdirSync(folder)).toEqual(['lock']);
  });
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
      ...{ ...delivery, last_error: 'away', delivered_at: null, idempotency_key: 'key', fields: null, reached: null },
    },
  ]);
  // Files of drafts were judged by the medical form's rules until there were others.
  expect(await newest.selectFrom('drafts').selectAll().execute()).toMatchObject([{ id: 'd', rules: 'medical' }]);
  expect(await newest.selectFrom('attachments').selectAll().execute()).toMatchObject([{ id: 'f', parcel: 0 }]);
  expect(await newest.selectFrom('enquiries').selectAll().execute()).toMatchObject([
    { reference: 'R', erased_at: null },
  ]);
});

test('an urgent request without a day was wanted as soon as possible while the form said so', async () => {
  const path = join(folder, 'site.db');
  const before = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: openSqlite(path, 'durable') }),
  });
  const migrator = new Migrator({ db: before, provider: { getMigrations: () => Promise.resolve(migrations) } });
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
    await before
      .insertInto('enquiries')
      .values({ ...row, ...enquiry, fields: JSON.stringify(fields) })
      .execute();
    const parcel = { number: 0, purpose: 'enquiry', created_at: 7, desk: 'api', state: 'waiting', attempts: 0 };
    const due = { next_attempt_at: 8, leased_until: 0, idempotency_key: enquiry.id };
    // Fields of its own, of before a correction, has the first parcel of the first one.
    const own = enquiry.id === 'a' ? JSON.stringify(fields) : null;
    await before
      .insertInto('parcels')
      .values({ id: enquiry.id, enquiry_id: enquiry.id, ...parcel, ...due, fields: own })
      .execute();
  }
  await before.destroy();

  const newest = await open();
  const rows = await newest.selectFrom('enquiries').select(['id', 'fields']).orderBy('id').execute();
  const soon = { origin: 'RUH', destination: 'MUC', destinationOpen: false, asSoonAsPossible: true };
  expect(rows.map(({ fields }) => JSON.parse(fields) as unknown)).toEqual([
    soon,
    { ...soon, date: '2027-03-27', asSoonAsPossible: false },
    { origin: 'RUH', destinationOpen: false, asSoonAsPossible: true },
    { message: 'm' },
    {},
  ]);
  const parcels = await newest.selectFrom('parcels').select(['id', 'fields']).orderBy('id').execute();
  expect(parcels.map(({ fields }) => fields && (JSON.parse(fields) as unknown))).toEqual([
    soon,
    null,
    null,
    null,
    null,
  ]);
});

/** A database of so many drafts, each of them ten kilobytes long. */
async function filled(name: string, drafts: number): Promise<Database> {
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
const none = { freelist_count: 0 };

/** Processor time (ms) to remove the traces of one row from a database: the median of five. */
async function costOfOverwriting(database: Database): Promise<number> {
  const costs: number[] = [];
  for (const number of [7, 77, 177, 277, 377]) {
    await database.deleteFrom('drafts').where('id', 'like', `${number} %`).execute();
    const before = process.cpuUsage();
    await overwriteErased(database);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return costs.sort((one, other) => one - other)[2] ?? NaN;
}

test('what overwriting one row costs does not grow with the file', { timeout: 30_000 }, async () => {
  const small = await costOfOverwriting(await filled('small.db', 1_000));
  const large = await costOfOverwriting(await filled('large.db', 8_000));
  // Eight times the file took eight times as long when it was written anew.
  expect(large / Math.max(small, 2)).toBeLessThan(4);
});

test('a small file is written anew at once, a large one gives its free pages back', async () => {
  const small = await filled('small.db', 300);
  await small.deleteFrom('drafts').where('id', 'like', '1%').execute();
  expect(await overwriteErased(small)).toBe(true);
  expect(await freePages(small)).toEqual(none);

  const large = await filled('large.db', 2_000);
  await large.deleteFrom('drafts').where('id', 'like', '1%').execute();
  const size = statSync(join(folder, 'large.db')).size;
  expect(await overwriteErased(large)).toBe(false);
  expect(await freePages(large)).toEqual(none);
  expect(statSync(join(folder, 'large.db')).size).toBeLessThan(size);
  expect(readFileSync(join(folder, 'large.db')).includes(`1999 ${'x'.repeat(2_000)}`)).toBe(false);
});

test('a large file from before gives nothing back until it has been written anew', async () => {
  const before = new DatabaseSync(join(folder, 'site.db'));
  before.exec('PRAGMA auto_vacuum = NONE; CREATE TABLE old (text TEXT)');
  const insert = before.prepare('INSERT INTO old VALUES (?)');
  for (let number = 0; number < 100; number += 1) insert.run('x'.repeat(100_000));
  before.exec('DELETE FROM old WHERE rowid > 90');
  before.close();

  const database = await open();
  expect(await overwriteErased(database)).toBe(false);
  expect(await freePages(database)).not.toEqual(none);
  await rewriteDatabase(database);
  expect(await freePages(database)).toEqual(none);
  expect((await sql`PRAGMA auto_vacuum`.execute(database)).rows).toEqual([{ auto_vacuum: 2 }]);
});
