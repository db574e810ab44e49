import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Whether a commit outlasts a power cut, or may be lost with it. The file stays whole either way. */
export type Durability = 'durable' | 'quick';

/**
 * Node's own SQLite in the shape that Kysely's SQLite dialect asks for: a file, no native build.
 *
 * WAL lets the desk's command line read while the site writes; where it is asked to be durable, `synchronous=FULL` makes
 * every commit last before it returns, which is what "stored first" promises to a visitor. What writing the file anew needs in
 * between stays in memory: nothing a visitor wrote reaches a folder for temporary files.
 */
export function openSqlite(file: string, durability: Durability): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durability === 'durable' ? 'FULL' : 'NORMAL'};
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
  `);
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
