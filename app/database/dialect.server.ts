import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
import { isBusy } from './file-lock.server.ts';
import { lockProbe } from './sqlite/sqlite-dialect.server.ts';

/** Whether a database is PostgreSQL. Otherwise it is SQLite. */
export function isPostgres<Schema>(database: Kysely<Schema>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Runs a transaction that waits only for others with the same key. All other transactions are serializable, so
 * PostgreSQL aborts some of those that run concurrently, and they are retried: too often for one that every visitor
 * needs. With SQLite, all transactions run one after the other anyway.
 * @param work must be correct whatever transactions with other keys write between two of its statements
 */
export function keyedTransaction<Schema, Value>(
  database: Kysely<Schema>,
  key: string,
  work: (transaction: Transaction<Schema>) => Promise<Value>,
): Promise<Value> {
  if (!isPostgres(database)) return database.transaction().execute(work);
  return database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
      return work(transaction);
    });
}

/**
 * Checks that the database accepts writes, without writing anything. Waits as long as any other transaction for another
 * process that has locked it.
 * @throws if it does not
 */
export async function ensureWritable<Schema>(database: Kysely<Schema>): Promise<void> {
  if (isPostgres(database)) await rollBack(database, 'BEGIN READ WRITE');
  else await database.transaction().execute(() => Promise.resolve());
}

/**
 * Whether another process has locked the database for writing, so that a write would wait. False for PostgreSQL, which
 * locks single rows.
 */
export async function isLocked<Schema>(database: Kysely<Schema>): Promise<boolean> {
  if (isPostgres(database)) return false;
  try {
    await rollBack(database, lockProbe);
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  }
}

/** Begins a transaction and rolls it back. */
async function rollBack<Schema>(database: Kysely<Schema>, begin: string): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection);
    await sql`ROLLBACK`.execute(connection);
  });
}
