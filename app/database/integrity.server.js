import { DatabaseSync } from 'node:sqlite';
import { existingDatabaseUri } from './sqlite/existing-database-uri.js';

// Plain JavaScript without packages, because a thread of the running site imports this file itself: with types, it would
// load their 18 MB parser.

/**
 * Checks the integrity of a whole database file, which may be in use. Blocks the thread while it reads the file
 * (`quick`), or for about three times as long (`full`, which also verifies indexes). Never creates a file.
 * @param {string} file
 * @param {'quick' | 'full'} depth
 * @returns {string[]} SQLite's messages, up to a hundred of each kind; empty if the file is intact
 */
export function findIntegrityProblems(file, depth) {
  /** @type {DatabaseSync | undefined} */
  let database;
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
    return [/** @type {Error} */ (error).message];
  } finally {
    database?.close();
  }
}

/**
 * Runs the quick check of the running site; call it in a worker.
 * @param {string} file
 * @returns as {@link findIntegrityProblems}
 */
export const quickCheck = (file) => findIntegrityProblems(file, 'quick');
