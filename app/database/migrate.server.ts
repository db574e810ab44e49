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
 * A change of the schema. Processes of the previous version may be running, and may be started again: unless it is a
 * contraction, their code must keep working after it (docs/how-to.md).
 */
interface SchemaMigration extends Migration {
  /** Whether it takes away or restricts something that earlier code needs, such as a column. */
  isContraction?: true;
}

/** The migrations of a set, by name. They are applied in the order of their names. */
export type SchemaMigrations = Record<string, SchemaMigration>;

/** The table of the contractions that have been applied: only code that knows all of them may use the database. */
const contractionsTable = 'schema_contractions';

/**
 * Applies the migrations that a database lacks, in one transaction, or none of them. Processes that start together wait
 * for each other, and then apply what is still lacking: with SQLite for the write lock, as long as for any other lock;
 * with PostgreSQL for an advisory lock. A database of a newer version is used as is if none of its migrations is
 * a contraction that this version does not know.
 * @param name of the database, for messages
 * @param prefix of the tables that record the migrations, if several sets share a database
 * @throws {DatabaseError} if the database was made by a newer version with which this one is not compatible
 */
export async function migrate<Schema>(
  database: Kysely<Schema>,
  migrationsByName: SchemaMigrations,
  name: string,
  prefix = '',
): Promise<void> {
  const migrationTableName = `${prefix}${DEFAULT_MIGRATION_TABLE}`;
  const contractions = `${prefix}${contractionsTable}`;
  if (await isUpToDate(database, migrationsByName, { name, migrationTableName, contractions })) return;
  if (!(await hasTable(database, contractions))) {
    // Another process may do the same.
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(contractions)} (migration text PRIMARY KEY)`.execute(database);
  }
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(recordContractions(migrationsByName, contractions)) },
    migrationTableName,
    migrationLockTableName: `${prefix}${DEFAULT_MIGRATION_LOCK_TABLE}`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
}

/** Makes each contraction record itself in the transaction in which it is applied. */
function recordContractions(migrationsByName: SchemaMigrations, table: string): Record<string, Migration> {
  const recorded = Object.entries(migrationsByName).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(database) {
        await migration.up(database);
        if (migration.isContraction) {
          await sql`INSERT INTO ${sql.table(table)} (migration) VALUES (${name}) ON CONFLICT DO NOTHING`.execute(
            database,
          );
        }
      },
    },
  ]);
  return Object.fromEntries(recorded);
}

/** Whether a table only records migrations. */
export function isMigrationTable(name: string): boolean {
  return [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE, contractionsTable].includes(name);
}

/** Whether a database has ever been migrated. */
export function hasMigrations<Schema>(database: Kysely<Schema>): Promise<boolean> {
  return hasTable(database, DEFAULT_MIGRATION_TABLE);
}

async function hasTable<Schema>(database: Kysely<Schema>, tableName: string): Promise<boolean> {
  const found = isPostgres(database)
    ? sql`SELECT 1 WHERE to_regclass(${tableName}) IS NOT NULL`
    : sql`SELECT 1 FROM sqlite_master WHERE name = ${tableName}`;
  return (await found.execute(database)).rows.length > 0;
}

/**
 * Whether a database has all migrations of this version, and perhaps those of a newer one.
 * @throws {DatabaseError} if this version cannot use it
 */
async function isUpToDate<Schema>(
  database: Kysely<Schema>,
  migrationsByName: SchemaMigrations,
  { name, migrationTableName, contractions }: { name: string; migrationTableName: string; contractions: string },
): Promise<boolean> {
  if (!(await hasTable(database, migrationTableName))) return false;
  const applied = await readNames(database, migrationTableName, 'name');
  const unknown = applied.filter((migration) => !(migration in migrationsByName));
  const missing = Object.keys(migrationsByName).filter((migration) => !applied.includes(migration));
  if (unknown.length === 0) return missing.length === 0;
  const required = (await hasTable(database, contractions))
    ? await readNames(database, contractions, 'migration')
    : unknown;
  const obstacles = [
    ...required.filter((migration) => !(migration in migrationsByName)),
    // Another branch of the code, not a newer version.
    ...missing,
  ];
  if (obstacles.length === 0) return true;
  throw new DatabaseError(
    `The database ${name} was made by a newer version of this program (${obstacles.join(', ')}): use that version, ` +
      'or restore a backup made before the upgrade.',
  );
}

async function readNames<Schema>(database: Kysely<Schema>, table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT ${sql.ref(column)} AS name FROM ${sql.table(table)}`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
