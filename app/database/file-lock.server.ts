import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { existingDatabase } from './node-sqlite.server.ts';

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busy = 5;

/**
 * Locks a file for this process with SQLite's locks, which end with the process. The file is created if missing.
 * @returns a function that releases the lock; undefined if another process holds it
 */
export function lockFile(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    // In memory, so that no journal file is created.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether any process has this database open, such as the site or a command line. False if the file does not exist. */
export function isDatabaseInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabase(file));
    database.exec('PRAGMA busy_timeout = 100; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    // Unknown for a damaged database.
    return isBusy(error);
  } finally {
    database?.close();
  }
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === busy;
}
