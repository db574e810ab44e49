import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { isBusy } from '../file-lock.server.ts';
import type { OpenSqlite } from './node-sqlite.server.ts';

/** How long a statement waits for the lock of another process (ms). After that, it fails with SQLITE_BUSY. */
const patience = 5_000;
/** The pause before the second attempt (ms), which doubles with each attempt, and its maximum. */
const [firstPause, longestPause] = [1, 100];

/** Asks whether another process has locked the database: the only statement that does not wait for the lock. */
export const lockProbe = 'BEGIN IMMEDIATE /* without waiting */';

/**
 * Kysely's dialect for a database opened with `openSqlite`.
 *
 * Another process may lock the database for writing: a command, or somebody's shell. SQLite would wait for the lock
 * itself, but block the only thread, and so every page. Here, a statement that the lock refuses is tried again after a
 * pause, in which others use the connection: in WAL mode, reads need no lock.
 */
export class WaitingSqliteDialect extends SqliteDialect {
  readonly #database: OpenSqlite;

  constructor(database: OpenSqlite) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Lets Kysely apply migrations in one transaction, which SQLite supports (sqlite.org/transactional.html). */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #database: OpenSqlite;
  #connection: DatabaseConnection | undefined;

  constructor(database: OpenSqlite) {
    super({ database });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return (this.#connection ??= {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    });
  }

  /**
   * Acquires the write lock when a transaction begins. A transaction that begins with a read could not acquire it after
   * another process has written: SQLite would fail with SQLITE_BUSY_SNAPSHOT however often the statement is tried.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#whenUnlocked(() => connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE')));
  }

  /**
   * Executes a statement. Outside a transaction, one that fails because of a lock has had no effect and is tried again.
   * In a transaction, which has the lock, no statement meets one.
   */
  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = async () => connection.executeQuery<Row>(query);
    return this.#database.isInTransaction() || query.sql === lockProbe ? execute() : this.#whenUnlocked(execute);
  }

  /** Tries again while another process has locked the database. The caller has acquired the connection. */
  async #whenUnlocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + patience;
    for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
      }
      await super.releaseConnection();
      await pause(wait);
      await super.acquireConnection();
    }
  }
}
