import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, Migrator, sql, SqliteDialect, type Migration } from 'kysely';
import { migrations } from './migrations.server.ts';
import { openSqlite, type Durability } from './node-sqlite.server.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/**
 * Opens the database of what visitors sent, brought to the newest shape. Every commit is durable before it returns.
 * @throws as {@link openDatabaseFile} does: the site must not start on half a database.
 */
export function openDatabase(file: string): Promise<Database> {
  return openDatabaseFile<Tables>(file, migrations, 'durable');
}

/**
 * Opens a database file, made with its folder where missing, readable by this user only, and brings it to the newest
 * shape.
 * @param durability whether a commit must outlast a power cut, or may be lost with it
 * @throws when the file cannot be opened or a migration fails
 */
export async function openDatabaseFile<Shape>(
  file: string,
  changes: Record<string, Migration>,
  durability: Durability,
): Promise<Kysely<Shape>> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Kysely<Shape>({ dialect: new SqliteDialect({ database: openSqlite(file, durability) }) });
  chmodSync(file, 0o600);
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(changes) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await database.destroy();
    throw new Error(`The database ${file} could not be migrated`, { cause: error });
  }
  return database;
}

/**
 * Makes sure that nothing of deleted rows is left in the database's files. `secure_delete` overwrites a row where it
 * lies, but not the copies that earlier splits of its page left behind, nor the log: the file is written anew, and the
 * log emptied.
 * @throws when another process holds the database for longer than it is waited for; then try again later
 */
export async function overwriteErased(database: Database): Promise<void> {
  await sql`VACUUM`.execute(database);
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  if (rows[0]?.busy) throw new Error('The database’s log could not be emptied: it is in use');
}
