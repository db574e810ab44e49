import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Reserve } from '#app/disk/reserve.server.ts';
import { DatabaseError } from './database-error.ts';
import { isPostgres } from './dialect.server.ts';
import { isBusy, isDatabaseInUse } from './file-lock.server.ts';
import { migrate, type SchemaMigrations } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';
import { existingDatabaseUri } from './sqlite/existing-database-uri.js';
import { type Durability, isDiskFullError, openSqlite } from './sqlite/node-sqlite.server.ts';
import { WaitingSqliteDialect } from './sqlite/sqlite-dialect.server.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** SQLite's name for an in-memory database, used by tests. */
const inMemory = ':memory:';

/** Returns the path of the incomplete database that a running restore assembles. */
export const restoreStagingPath = (file: string) => `${file}.restoring`;

/**
 * Opens and migrates the site's database. Every commit is durable when it returns.
 * @param reserve disk space for use on a full disk
 * @throws {DatabaseError} as {@link openDatabaseFile}, or if a restore is incomplete
 */
export function openDatabase(file: string, reserve?: Reserve): Promise<Database> {
  ensureRestoreComplete(file);
  return openDatabaseFile<Tables>(file, migrations, 'durable', { reserve });
}

/**
 * Opens the site's database for a command-line tool. Never creates it: an empty database would look like a site without
 * requests.
 * @throws {DatabaseError} as {@link openDatabase}, or if the file does not exist
 */
export async function openExistingDatabase(file: string): Promise<Database> {
  ensureRestoreComplete(file);
  if (!existsSync(file)) {
    throw new DatabaseError(
      `There is no database at ${file}. If the site's service sets DATA_DIR or DATABASE_URL instead of .env, set the ` +
        'same values for this command.',
    );
  }
  return openDatabaseFile<Tables>(file, migrations, 'durable', { address: existingDatabaseUri(file) });
}

/**
 * Opens the site's database for a command that no other process may interrupt: neither the site nor another command can
 * open it until this is closed.
 * @throws {DatabaseError} as {@link openExistingDatabase}, or if a site or a command is using it
 */
export async function openExclusively(file: string): Promise<Database> {
  const inUse = `A site or a command is using ${file}: stop it first.`;
  // Checked before migrating, because a running process might not be able to use the new schema.
  if (isDatabaseInUse(file)) throw new DatabaseError(inUse);
  const database = await openExistingDatabase(file);
  try {
    // Takes the lock with the first transaction, and keeps it after that.
    await sql`PRAGMA locking_mode = EXCLUSIVE`.execute(database);
    await sql`BEGIN IMMEDIATE`.execute(database);
    await sql`COMMIT`.execute(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw isBusy(error) ? new DatabaseError(inUse, { cause: error }) : error;
  }
}

function ensureRestoreComplete(file: string): void {
  if (!existsSync(restoreStagingPath(file))) return;
  throw new DatabaseError(
    `A restore of ${file} was interrupted: run it again. To keep the previous database instead, delete ` +
      `${restoreStagingPath(file)}.`,
  );
}

/**
 * Opens and migrates a database file. Creates the file and its folder if missing; only this user can access them.
 * @param durability whether a commit must survive a power cut
 * @param address an SQLite URI, if the file must not be opened by its path
 * @throws {DatabaseError} if the file cannot be opened or written, is damaged, or was created by a newer version
 */
export async function openDatabaseFile<Schema>(
  file: string,
  migrationsByName: SchemaMigrations,
  durability: Durability,
  { address = file, reserve }: { address?: string | URL; reserve?: Reserve } = {},
): Promise<Kysely<Schema>> {
  let database: Kysely<Schema> | undefined;
  try {
    if (file !== inMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    database = new Kysely<Schema>({ dialect: new WaitingSqliteDialect(openSqlite(address, durability, reserve)) });
    if (file !== inMemory) chmodSync(file, 0o600);
    await migrate(database, migrationsByName, file);
    return database;
  } catch (error) {
    await database?.destroy();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(messageFor(file, asError(error)), { cause: error });
  }
}

/** Reasons by primary SQLite result code (sqlite.org/rescode.html): the lower eight bits of an extended code. */
const reasons = new Map([
  [5, 'is locked by another program'],
  [8, 'cannot be written: its folder or file is read-only'],
  [10, 'cannot be read or written: the disk reports an error'],
  [11, 'is damaged. Run `npm run check` for details, or `npm run restore` to restore a backup'],
  [13, 'cannot be written: the disk is full'],
  [14, 'cannot be opened: the account that runs this program cannot read or write it or its folder'],
  [26, 'is damaged: it is not a database. Run `npm run restore` to restore a backup'],
]);

function messageFor(file: string, error: Error & { errcode?: number; code?: string }): string {
  const reason = error.errcode === undefined ? undefined : reasons.get(error.errcode & 0xff);
  if (reason !== undefined) return `The database ${file} ${reason} (${error.message}).`;
  // A file system error, whose message contains the path.
  if (error.code?.startsWith('E') && error.errcode === undefined) {
    return `The database ${file} cannot be opened: ${error.message}.`;
  }
  return `The database ${file} could not be opened or migrated: ${error.message}.`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Maximum attempts for a transaction on a full disk, where another program may take the space freed for it. */
const maxAttempts = 3;

/** Runs a transaction, and retries it if it was rolled back because the disk was full. */
export async function retryIfDiskFull<Value>(transaction: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isDiskFullError(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Files up to this size (bytes) are rewritten immediately, which blocks all requests for less than 50 ms. */
const maxImmediateRewrite = 8 * 1024 * 1024;
/** Number of pages freed at a time, which takes a few milliseconds. */
const vacuumBatchSize = 256;

/**
 * Removes traces of deleted rows from the database's files. `secure_delete` has overwritten the rows themselves, but
 * page splits may have left copies, which disappear when their page is freed or the file is rewritten. This function
 * rewrites a small file. For a large one it only frees pages, because a rewrite blocks all requests;
 * {@link rewriteDatabase} does that at night. In PostgreSQL, it marks the space of deleted rows for reuse; the rows
 * disappear when that space and the write-ahead log are overwritten.
 * @returns whether nothing is left to do; false if {@link rewriteDatabase} has to follow. With PostgreSQL always true,
 * although old rows remain until their space is reused
 * @throws if another process locks the database for too long; try again later
 */
export async function removeDeletedTraces(database: Database): Promise<boolean> {
  if (isPostgres(database)) {
    await vacuum(database);
    return true;
  }
  if ((await readPragma(database, 'page_count')) * (await readPragma(database, 'page_size')) <= maxImmediateRewrite) {
    await rewriteDatabase(database);
    return true;
  }
  let free = await readPragma(database, 'freelist_count');
  while (free > 0) {
    await sql`PRAGMA incremental_vacuum(${sql.lit(vacuumBatchSize)})`.execute(database);
    await nextTurn();
    const remaining = await readPragma(database, 'freelist_count');
    // A file created without incremental vacuum frees no pages until it is rewritten.
    if (remaining >= free) break;
    free = remaining;
  }
  await truncateWriteAheadLog(database);
  return false;
}

/**
 * Rewrites the database file without traces of deleted rows. Blocks all requests: 2 s for 570 MB.
 * @throws as {@link removeDeletedTraces}
 */
export async function rewriteDatabase(database: Database): Promise<void> {
  await sql`VACUUM`.execute(database);
  await truncateWriteAheadLog(database);
}

/** Marks the space of PostgreSQL's deleted rows for reuse, without blocking reads or writes. */
async function vacuum(database: Database): Promise<void> {
  for (const table of ['enquiries', 'attachments', 'parcels', 'enquiry_events', 'notices', 'alarms', 'receipts']) {
    await sql`VACUUM ${sql.table(table)}`.execute(database);
  }
}

/** How long truncating the write-ahead log waits for others who read from it or write to it (ms). */
const truncationPatience = 5_000;
/** The pause between two attempts (ms). */
const truncationPause = 50;

async function truncateWriteAheadLog(database: Database): Promise<void> {
  const deadline = performance.now() + truncationPatience;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (!rows[0]?.busy) return;
    if (performance.now() >= deadline) {
      throw new Error('The write-ahead log of the database could not be truncated because another process is using it');
    }
    await pause(truncationPause);
  }
}

async function readPragma(database: Database, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`PRAGMA ${sql.raw(name)}`.execute(database);
  return rows[0]?.[name] ?? 0;
}
