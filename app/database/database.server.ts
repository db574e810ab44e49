import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_MIGRATION_TABLE, Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Reserve } from '#app/disk/reserve.server.ts';
import { DatabaseError } from './database-error.ts';
import { migrations } from './migrations.server.ts';
import { type Durability, existingDatabase, isFullDisk, NodeSqliteDialect, openSqlite } from './node-sqlite.server.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** SQLite's name for a database without a file, which is gone when it is closed. Tests use it. */
const inMemory = ':memory:';

/** Path of the incomplete database while a restore is running. */
export const restoringName = (file: string) => `${file}.restoring`;

/**
 * Opens the site's database and migrates it. Every commit is durable when it returns.
 * @param reserve disk space for use on a full disk
 * @throws {DatabaseError} as {@link openDatabaseFile}, and while a restore is incomplete
 */
export function openDatabase(file: string, reserve?: Reserve): Promise<Database> {
  refuseHalfRestored(file);
  return openDatabaseFile<Tables>(file, migrations, 'durable', { reserve });
}

/**
 * The same for a command line, which never creates a database: an empty one would look like a site without requests.
 * @throws {DatabaseError} also if there is none
 */
export async function openExistingDatabase(file: string): Promise<Database> {
  refuseHalfRestored(file);
  if (!existsSync(file)) {
    throw new DatabaseError(
      `There is no database at ${file}. Where the site gets DATA_DIR or DATABASE_URL from its service and not from ` +
        '.env, the command line needs the same.',
    );
  }
  return openDatabaseFile<Tables>(file, migrations, 'durable', { address: existingDatabase(file) });
}

function refuseHalfRestored(file: string): void {
  if (!existsSync(restoringName(file))) return;
  throw new DatabaseError(
    `A restore of ${file} has not come to its end: run it again. To go on with what was there before, delete ` +
      `${restoringName(file)}.`,
  );
}

/**
 * Opens and migrates a database file, creating it with its folder if missing, accessible to this user only.
 * @param durability whether a commit must survive a power cut
 * @param address SQLite URI, if the file is not to be opened by its name
 * @throws {DatabaseError} if the file cannot be opened or written, is damaged, or was made by a newer version
 */
export async function openDatabaseFile<Shape>(
  file: string,
  changes: Record<string, Migration>,
  durability: Durability,
  { address = file, reserve }: { address?: string | URL; reserve?: Reserve } = {},
): Promise<Kysely<Shape>> {
  let database: Kysely<Shape> | undefined;
  try {
    if (file !== inMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    database = new Kysely<Shape>({ dialect: new NodeSqliteDialect(openSqlite(address, durability, reserve)) });
    if (file !== inMemory) chmodSync(file, 0o600);
    await refuseNewer(file, database, changes);
    const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(changes) } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw asError(error);
    return database;
  } catch (error) {
    await database?.destroy();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(messageFor(file, asError(error)), { cause: error });
  }
}

/** Rejects a database with migrations of a newer version. */
async function refuseNewer<Shape>(file: string, database: Kysely<Shape>, changes: Record<string, Migration>) {
  const tables = await sql`SELECT 1 FROM sqlite_master WHERE name = ${DEFAULT_MIGRATION_TABLE}`.execute(database);
  if (tables.rows.length === 0) return;
  const done = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database);
  const unknown = done.rows.map(({ name }) => name).filter((name) => !(name in changes));
  if (unknown.length === 0) return;
  throw new DatabaseError(
    `The database ${file} was made by a newer version of this program (${unknown.join(', ')}): use that version, or ` +
      'restore a backup from before it.',
  );
}

/** SQLite's result codes (sqlite.org/rescode.html), the lower eight bits of its extended ones. */
const reasons = new Map([
  [5, 'is in use by another program that does not let go of it'],
  [8, 'cannot be written: its folder or file is read-only'],
  [10, 'cannot be read or written: the disk answers with an error'],
  [11, 'is damaged. `npm run check` says more; `npm run restore` brings a backup back'],
  [13, 'cannot be written: the disk is full'],
  [14, 'cannot be opened: the account of this program may not read or write it or its folder'],
  [26, 'is damaged: it is no database. `npm run restore` brings a backup back'],
]);

function messageFor(file: string, error: Error & { errcode?: number; code?: string }): string {
  const reason = error.errcode === undefined ? undefined : reasons.get(error.errcode & 0xff);
  if (reason !== undefined) return `The database ${file} ${reason} (${error.message}).`;
  // File system errors contain the path.
  if (error.code?.startsWith('E') && error.errcode === undefined) {
    return `The database ${file} cannot be opened: ${error.message}.`;
  }
  return `The database ${file} could not be migrated: ${error.message}.`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Attempts for a transaction on a full disk, where another program may use the space freed for it. */
const maxAttempts = 3;

/** Runs a transaction, and retries it if the disk was full, in which case it has been rolled back. */
export async function retryIfFull<Value>(transaction: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isFullDisk(error) || tries === maxAttempts) throw error;
    }
  }
}

/** Files up to this size (bytes) are rewritten immediately: it blocks all requests for less than 50 ms. */
const maxImmediateRewrite = 8 * 1024 * 1024;
/** Pages freed at a time, which takes a few milliseconds. */
const vacuumBatchSize = 256;

/**
 * Removes traces of deleted rows from the database's files. `secure_delete` has overwritten the rows themselves; copies
 * left by earlier page splits disappear when the page is freed or the file is rewritten. A small file is rewritten
 * immediately, a larger one by {@link rewriteDatabase} at night, because that blocks all requests.
 * @returns whether all traces have been removed
 * @throws if another process locks the database for too long; try again later
 */
export async function overwriteErased(database: Database): Promise<boolean> {
  if ((await pragma(database, 'page_count')) * (await pragma(database, 'page_size')) <= maxImmediateRewrite) {
    await rewriteDatabase(database);
    return true;
  }
  let free = await pragma(database, 'freelist_count');
  while (free > 0) {
    await sql`PRAGMA incremental_vacuum(${sql.lit(vacuumBatchSize)})`.execute(database);
    await nextTurn();
    const left = await pragma(database, 'freelist_count');
    // A file created before incremental vacuum was enabled frees nothing until it is rewritten.
    if (left >= free) break;
    free = left;
  }
  await truncateLog(database);
  return false;
}

/**
 * Rewrites the database file without traces of deleted rows. Blocks all requests: 2 s for 570 MB.
 * @throws as {@link overwriteErased}
 */
export async function rewriteDatabase(database: Database): Promise<void> {
  await sql`VACUUM`.execute(database);
  await truncateLog(database);
}

async function truncateLog(database: Database): Promise<void> {
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  if (rows[0]?.busy) throw new Error('The database’s log could not be emptied: it is in use');
}

async function pragma(database: Database, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`PRAGMA ${sql.raw(name)}`.execute(database);
  return rows[0]?.[name] ?? 0;
}
