import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrations } from './migrations.server.ts';
import { openSqlite } from './node-sqlite.server.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/**
 * Opens the database file, made with its folder where missing, readable by this user only, and brings
 * it to the newest shape.
 * @throws when the file cannot be opened or a migration fails: the site must not start on half a database.
 */
export async function openDatabase(file: string): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openSqlite(file) }) });
  chmodSync(file, 0o600);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await database.destroy();
    throw new Error(`The database ${file} could not be migrated`, { cause: error });
  }
  return database;
}
