import { DatabaseSync } from 'node:sqlite';
import { existingDatabase } from './node-sqlite.server.ts';

/**
 * Checks the integrity of a whole database file, which may be in use. Blocks the thread for as long as reading the file
 * takes (`quick`), or about three times as long (`full`, which also verifies indexes). Never creates a file.
 * @returns SQLite's messages, at most a hundred; empty for an intact file
 */
export function findIntegrityProblems(file: string, depth: 'quick' | 'full'): string[] {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabase(file));
    database.exec('PRAGMA busy_timeout = 5000');
    const checked = database.prepare(`PRAGMA ${depth === 'quick' ? 'quick_check' : 'integrity_check'}`).all();
    const problems = checked.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
    const strays = database.prepare('PRAGMA foreign_key_check').all();
    return [...problems, ...strays.slice(0, 100).map(({ table }) => `a row of ${String(table)} belongs to nothing`)];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database?.close();
  }
}

/** The quick check for the running site; call it in a worker. @returns as {@link findIntegrityProblems} */
export const quickCheck = (file: string): string[] => findIntegrityProblems(file, 'quick');
