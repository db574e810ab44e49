import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CompiledQuery, type DatabaseConnection, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';
import type { Reserve } from '#app/disk/reserve.server.ts';

/** `durable`: a commit survives a power cut. `quick`: it may be lost. The file remains intact either way. */
export type Durability = 'durable' | 'quick';

const isCommit = /^\s*commit\b/i;
const isRollback = /^\s*rollback\b/i;

/** Whether a statement failed, without effect, because the disk was full (SQLITE_FULL, SQLITE_IOERR_SHMSIZE). */
export function isFullDisk(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === 13 || errcode === 4874;
}

/**
 * Adapts Node's built-in SQLite to Kysely's SQLite dialect.
 *
 * WAL lets the command line read while the site writes. If durable, `synchronous=FULL` makes every commit durable before it
 * returns, as "stored first" promises. Temporary data of VACUUM is kept in memory, so that no personal data is written to
 * temporary files.
 * @param reserve disk space that is freed for a transaction on a full disk, and reclaimed after it
 */
export function openSqlite(file: string | URL, durability: Durability, reserve?: Reserve): SqliteDatabase {
  reserve?.release();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  // Only for an empty file: the pragma always writes, and the disk may be full.
  const { auto_vacuum: vacuum } = database.prepare('PRAGMA auto_vacuum').get() as { auto_vacuum: number };
  if (vacuum === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durability === 'durable' ? 'FULL' : 'NORMAL'};
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
  `);
  if (reserve) {
    // Creates the log and its index, which reading requires.
    database.exec('BEGIN IMMEDIATE; COMMIT;');
    reserve.reclaim();
  }

  /**
   * A statement that can use the reserve. A transaction is written by its COMMIT, which cannot be retried, so the reserve is
   * freed before; other statements are tried first, because the log usually has space.
   */
  function withReserve<Value>(sql: string, work: () => Value): Value {
    if (!reserve || (database.isTransaction && !isCommit.test(sql))) return work();
    if (!database.isTransaction) {
      try {
        return work();
      } catch (error) {
        if (!isFullDisk(error)) throw error;
      }
    }
    reserve.release();
    try {
      return work();
    } finally {
      reserve.reclaim();
    }
  }

  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        // Frees one page per step, and returns no columns.
        reader: statement.columns().length > 0 || sql.startsWith('PRAGMA incremental_vacuum'),
        all: (parameters) => withReserve(sql, () => statement.all(...values(parameters))),
        run: (parameters) =>
          // A failed commit has rolled back already; report its own error.
          isRollback.test(sql) && !database.isTransaction
            ? { changes: 0, lastInsertRowid: 0 }
            : withReserve(sql, () => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** SQLite for Kysely, on a database of {@link openSqlite}. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new LockingDriver({ database: this.#database });
  }
}

/**
 * Takes the write lock when a transaction begins, and waits for it. A transaction that begins by reading could not get it
 * later if another process has written since: SQLite fails at once (SQLITE_BUSY_SNAPSHOT), and the request is not stored.
 */
class LockingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
  }
}

/** The URI of a database file that SQLite opens only if it exists. */
export function existingDatabase(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}
