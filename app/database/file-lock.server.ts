import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { existingDatabaseUri } from './sqlite/existing-database-uri.js';

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busyCode = 5;

/**
 * Locks a file for this process with SQLite's locks, which end with the process. Creates the file if missing.
 * @returns a function that releases the lock; undefined if another process holds it
 */
export function lockFile(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    // The journal is kept in memory, so that no journal file is created.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether any process, such as the site or a command, has this database open. False if the file does not exist. */
export function isDatabaseInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabaseUri(file));
    database.exec('PRAGMA busy_timeout = 100; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    // For a damaged database this is unknown, which counts as not in use.
    return isBusy(error);
  } finally {
    database?.close();
  }
}

/** Whether SQLite rejected an operation because another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === busyCode;
}
