import { DatabaseSync } from 'node:sqlite';
import { existingDatabaseUri } from './existing-database-uri.js';

// Plain JavaScript without packages, because a thread of the running site imports this file itself, see
// `database/integrity.server.js`.

/** How long to wait for reads that began earlier (ms). Others can read meanwhile, but not write. */
const patience = 1_000;

/**
 * Moves the content of a database's write-ahead log to the database, and empties the log. It has the write lock
 * meanwhile, because a log that grows, and from which somebody always reads, cannot be emptied otherwise
 * (sqlite.org/wal.html, "checkpoint starvation"). Blocks the thread.
 * @param {string} file path of the database
 * @returns {boolean} whether the log is empty; false if somebody has been reading for too long
 */
export function truncateWal(file) {
  const database = new DatabaseSync(existingDatabaseUri(file), { timeout: patience });
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    database.close();
  }
}
