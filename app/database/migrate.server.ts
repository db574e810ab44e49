import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Kysely,
  type Migration,
  Migrator,
  sql,
} from 'kysely';
import { DatabaseError } from './database-error.ts';
import { isPostgres } from './dialect.server.ts';

/**
 * Applies the migrations that a database lacks. Processes that start together wait for each other: with SQLite for the
 * write lock, with PostgreSQL for an advisory lock held by the transaction that applies all of them.
 * @param name of the database, for messages
 * @param prefix of the tables that record the migrations, if several sets share a database
 * @throws {DatabaseError} if the database was made by a newer version
 */
export async function migrate<Schema>(
  database: Kysely<Schema>,
  migrationsByName: Record<string, Migration>,
  name: string,
  prefix = '',
): Promise<void> {
  const migrationTableName = `${prefix}${DEFAULT_MIGRATION_TABLE}`;
  await ensureNotNewer(database, migrationsByName, name, migrationTableName);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrationsByName) },
    migrationTableName,
    migrationLockTableName: `${prefix}${DEFAULT_MIGRATION_LOCK_TABLE}`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
}

/** Whether a database has ever been migrated. */
export async function hasMigrations<Schema>(
  database: Kysely<Schema>,
  tableName = DEFAULT_MIGRATION_TABLE,
): Promise<boolean> {
  const found = isPostgres(database)
    ? sql`SELECT 1 WHERE to_regclass(${tableName}) IS NOT NULL`
    : sql`SELECT 1 FROM sqlite_master WHERE name = ${tableName}`;
  return (await found.execute(database)).rows.length > 0;
}

/** @throws {DatabaseError} if the database has migrations of a newer version */
async function ensureNotNewer<Schema>(
  database: Kysely<Schema>,
  migrationsByName: Record<string, Migration>,
  databaseName: string,
  tableName: string,
): Promise<void> {
  if (!(await hasMigrations(database, tableName))) return;
  const applied = await sql<{ name: string }>`SELECT name FROM ${sql.table(tableName)}`.execute(database);
  const unknown = applied.rows.map(({ name }) => name).filter((name) => !(name in migrationsByName));
  if (unknown.length === 0) return;
  throw new DatabaseError(
    `The database ${databaseName} was made by a newer version of this program (${unknown.join(', ')}): use that version, ` +
      'or restore a backup made before the upgrade.',
  );
}
