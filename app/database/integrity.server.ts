import { DatabaseSync } from 'node:sqlite';
import { existingDatabaseUri } from './sqlite/node-sqlite.server.ts';

/**
 * Checks the integrity of a whole database file, which may be in use. Blocks the thread while it reads the file
 * (`quick`), or for about three times as long (`full`, which also verifies indexes). Never creates a file.
 * @returns SQLite's messages, up to a hundred of each kind; empty if the file is intact
 */
export function findIntegrityProblems(file: string, depth: 'quick' | 'full'): string[] {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabaseUri(file));
    database.exec('PRAGMA busy_timeout = 5000');
    const rows = database.prepare(`PRAGMA ${depth === 'quick' ? 'quick_check' : 'integrity_check'}`).all();
    const problems = rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
    const orphanedRows = database.prepare('PRAGMA foreign_key_check').all();
    return [
      ...problems,
      ...orphanedRows.slice(0, 100).map(({ table }) => `a row of ${String(table)} refers to a row that does not exist`),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database?.close();
  }
}

/** Runs the quick check of the running site; call it in a worker. @returns as {@link findIntegrityProblems} */
export const quickCheck = (file: string): string[] => findIntegrityProblems(file, 'quick');
