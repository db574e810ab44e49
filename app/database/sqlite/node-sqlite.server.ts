import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { Reserve } from '#app/disk/reserve.server.ts';

/** `durable`: commits survive a power cut. `quick`: the last ones may be lost. The file remains intact in both cases. */
export type Durability = 'durable' | 'quick';

/**
 * Maximum number of prepared statements that are kept. The code contains a few hundred different ones; only lists of
 * values can add more.
 */
const maxStatements = 500;

/** How long opening waits for the lock of another process (ms). */
const openingPatience = 5_000;

/** How much of the write-ahead log remains on the disk (bytes) when SQLite reuses it from its beginning. */
const maxUnusedWal = 16 * 1024 * 1024;

const commitPattern = /^\s*commit\b/i;
const rollbackPattern = /^\s*rollback\b/i;

/** A database as Kysely's SQLite dialect uses it. */
export interface OpenSqlite extends SqliteDatabase {
  /** Whether a transaction has begun and has not ended. */
  isInTransaction(): boolean;
}

/** Whether a statement failed without effect because the disk was full (SQLITE_FULL, SQLITE_IOERR_SHMSIZE). */
export function isDiskFullError(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === 13 || errcode === 4874;
}

/**
 * Adapts Node's built-in SQLite to Kysely's SQLite dialect.
 *
 * WAL allows the command line to read while the site writes. If durable, `synchronous=FULL` makes every commit durable
 * before it returns: a visitor is told that a request is stored only after that. VACUUM keeps its temporary data in
 * memory, so that no personal data is written to temporary files.
 *
 * Only opening waits for a lock. After that, a statement that meets the lock of another process fails at once, because
 * waiting in SQLite blocks the thread: the dialect tries again.
 * @param reserve disk space that is freed for a transaction on a full disk and reclaimed afterwards
 */
export function openSqlite(file: string | URL, durability: Durability, reserve?: Reserve): OpenSqlite {
  reserve?.release();
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = ${openingPatience}`);
  // Set only for an empty file, because the pragma always writes and the disk may be full.
  const { auto_vacuum: vacuum } = database.prepare('PRAGMA auto_vacuum').get() as { auto_vacuum: number };
  if (vacuum === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durability === 'durable' ? 'FULL' : 'NORMAL'};
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = ${maxUnusedWal};
  `);
  if (reserve) {
    // Creates the write-ahead log and its index, which reading requires.
    database.exec('BEGIN IMMEDIATE; COMMIT;');
    reserve.reclaim();
  }
  database.exec('PRAGMA busy_timeout = 0');

  /**
   * Runs a statement that may use the reserve. A COMMIT writes the whole transaction and cannot be retried, so the
   * reserve is freed before it. Statements outside a transaction are tried first without the reserve, because the log
   * usually has space.
   */
  function withReserve<Value>(sql: string, work: () => Value): Value {
    if (!reserve || (database.isTransaction && !commitPattern.test(sql))) return work();
    if (!database.isTransaction) {
      try {
        return work();
      } catch (error) {
        if (!isDiskFullError(error)) throw error;
      }
    }
    reserve.release();
    try {
      return work();
    } finally {
      reserve.reclaim();
    }
  }

  function prepare(sql: string): SqliteStatement {
    const statement = database.prepare(sql);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      // `incremental_vacuum` returns no columns, but frees one page for each row that is read.
      reader: statement.columns().length > 0 || sql.startsWith('PRAGMA incremental_vacuum'),
      all: (parameters) => withReserve(sql, () => statement.all(...values(parameters))),
      run: (parameters) =>
        // A failed COMMIT has already rolled back, and its own error must be reported.
        rollbackPattern.test(sql) && !database.isTransaction
          ? { changes: 0, lastInsertRowid: 0 }
          : withReserve(sql, () => statement.run(...values(parameters))),
      // Kysely streams with it. A statement of its own, which nothing else can reset during the iteration.
      iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
    };
  }

  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    // Statements are compiled once: SQLite itself compiles them again after a change of the schema.
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size >= maxStatements) statements.clear();
      const statement = prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}
