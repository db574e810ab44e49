import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type Database, openDatabase, restoreStagingPath } from '#app/database/database.server.ts';
import { isDatabaseInUse } from '#app/database/file-lock.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.js';
import { existingDatabaseUri } from '#app/database/sqlite/existing-database-uri.js';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import type { Erasure } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { copyFile, syncFile } from '../files/copy-file.server.ts';
import type { DatabaseTarget } from './database-target.ts';

/**
 * Restores to an SQLite file. The database is assembled next to it, which keeps the site from starting, and moved into place.
 * @param flightsFile another database, never restored: if it is in use, the site is running
 * @throws {UsageError} if a site is running
 */
export function openSqliteTarget(file: string, flightsFile: string): DatabaseTarget {
  if (isDatabaseInUse(file) || isDatabaseInUse(flightsFile)) {
    throw new UsageError(`A site is running on ${file}: stop it first`);
  }
  const staged = restoreStagingPath(file);
  let database: Database | undefined;

  async function closeStaged(): Promise<void> {
    const open = database;
    database = undefined;
    await open?.destroy();
  }

  return {
    isResumed: existsSync(staged),
    occupiedPaths: () => databaseFiles(file).filter(existsSync),
    knownErasures: () => erasuresIn(file),
    async assemble(snapshot, manifest) {
      await removeDatabase(staged);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const hash = await copyFile(join(snapshot, manifest.databaseName), staged);
      const problems =
        hash === manifest.database ? findIntegrityProblems(staged, 'quick') : ['its checksum does not match'];
      if (problems.length > 0) {
        throw new UsageError(
          `The database of ${snapshot} is damaged (${problems.join('; ')}); choose another with --snapshot`,
        );
      }
      database = await openDatabase(staged);
      return database;
    },
    async seal() {
      // Makes the database a single file without a write-ahead log, so that it can be moved.
      if (database) await sql`PRAGMA journal_mode = DELETE`.execute(database);
      await closeStaged();
    },
    async moveAside(name) {
      await syncFile(staged);
      const movedAside: string[] = [];
      for (const path of databaseFiles(file).filter(existsSync)) {
        const to = path.replace(file, `${file}.${name}`);
        await rename(path, to);
        movedAside.push(to);
      }
      await syncFolder(dirname(file));
      return movedAside;
    },
    async release() {
      await rename(staged, file);
      await syncFolder(dirname(file));
    },
    async discard() {
      await closeStaged();
      await removeDatabase(staged);
    },
    close: closeStaged,
  };
}

/** Returns the paths of a database and SQLite's companion files, which must not remain beside a different database. */
function databaseFiles(file: string): string[] {
  return ['', '-wal', '-shm'].map((suffix) => file + suffix);
}

async function removeDatabase(file: string): Promise<void> {
  for (const path of databaseFiles(file)) await rm(path, { force: true });
}

/** Reads the erasures recorded in a database; none if it cannot be read. */
function erasuresIn(file: string): Erasure[] {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabaseUri(file));
    const query =
      'SELECT reference, erased_at AS at, erased_because AS reason FROM enquiries WHERE erased_at IS NOT NULL';
    return database.prepare(query).all() as unknown as Erasure[];
  } catch {
    return [];
  } finally {
    database?.close();
  }
}
