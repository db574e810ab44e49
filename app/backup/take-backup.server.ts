import { existsSync, realpathSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase, removeDeletedTraces } from '#app/database/database.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.js';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { appendMissingErasures, listErasures, readErasures } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import {
  erasuresPath,
  filesPath,
  lockBackupFolder,
  nextSnapshot,
  prune,
  snapshotsIn,
} from './files/backup-folder.server.ts';
import { linkOrCopyFile, partialSuffix, sha256Of, syncFile } from './files/copy-file.server.ts';
import { writeManifest } from './files/manifest.server.ts';
import { listReferencedFiles, type ReferencedFile } from './files/referenced-files.server.ts';
import { dumpDatabase } from './postgres/dump-database.server.ts';
import { repeatErasures } from './repeat-erasures.server.ts';

/** The data to back up, and the backup folder. */
export interface BackupOptions {
  /** The site's database. */
  database: Database;
  /** Where pg_dump finds the database; undefined with SQLite. */
  postgres?: PostgresAddress;
  /** The site's folder of uploaded files; or the store of files in a bucket, which a backup only lists. */
  files: string | Pick<FileStore, 'sizeOf'>;
  /** The site's erasures file. */
  erasures: string;
  /** The backup folder. */
  folder: string;
  /** Number of snapshots to keep; all if undefined. */
  keep?: number;
}

export interface BackupReport {
  /** The name of the snapshot. */
  snapshot: string;
  /** Number of enquiries in the snapshot, not counting erased ones. */
  enquiries: number;
  files: number;
  /** Number of files that were not in the backup folder before. */
  newFiles: number;
  /** Number of enquiries erased while the backup was running; the snapshot does not contain them. */
  erasedDuringBackup: number;
  /** Files in the database that are missing or damaged. */
  lost: ReferencedFile[];
  /** Number of old snapshots deleted. */
  pruned: number;
}

/** What a snapshot contains of the database, and the files that the database refers to. */
interface SnapshotContent extends Pick<BackupReport, 'enquiries' | 'newFiles' | 'erasedDuringBackup'> {
  referenced: ReferencedFile[];
  /** The storage keys of those that are missing or damaged. */
  missing: ReadonlySet<string>;
}

/**
 * Takes a consistent snapshot of a site, which may be running: the database and exactly the files that it refers to.
 * Files never change, so files that an earlier snapshot has are not copied again. Files in a bucket are only listed.
 *
 * `VACUUM INTO` reads in one transaction without blocking writers, and copies only live rows. SQLite's backup API would
 * also copy traces of erased rows, and would restart after every write.
 *
 * @throws {UsageError} if the folder cannot be used or the database is damaged; no snapshot is taken then
 */
export async function takeBackup(options: BackupOptions, now: number): Promise<BackupReport> {
  const folder = resolve(options.folder);
  ensureNotSiteFolder(folder, options);
  const unlock = await lockBackupFolder(folder);
  try {
    const snapshot = nextSnapshot(snapshotsIn(folder), now);
    const partialSnapshot = join(folder, snapshot + partialSuffix);
    await mkdir(partialSnapshot, { mode: 0o700 });
    const databaseName = options.postgres ? 'site.dump' : 'site.db';
    const copy = join(partialSnapshot, databaseName);
    const { referenced, missing, ...counts } = await (options.postgres
      ? dumpPostgres(copy, options.postgres, options, filesPath(folder))
      : copySqlite(copy, options, filesPath(folder)));
    const isPresent = ({ storageKey }: ReferencedFile) => !missing.has(storageKey);
    const files = referenced.filter(isPresent);
    await syncFile(copy);
    const isBucket = typeof options.files !== 'string';
    await writeManifest(partialSnapshot, { databaseName, database: await sha256Of(copy), isBucket }, files);
    await syncFolder(filesPath(folder));
    await syncFolder(partialSnapshot);
    await rename(partialSnapshot, join(folder, snapshot));
    await syncFolder(folder);
    const erasures = [...(await readErasures(options.erasures)), ...(await listErasures(options.database))];
    await appendMissingErasures(erasuresPath(folder), erasures);
    const pruned = await prune(folder, options.keep);
    return { snapshot, ...counts, files: files.length, lost: referenced.filter((file) => !isPresent(file)), pruned };
  } finally {
    unlock();
  }
}

/**
 * Ensures that pruning, which deletes every file that no snapshot refers to, never runs on the site's own files.
 * @throws {UsageError} if the backup folder and the site's folder of files overlap
 */
function ensureNotSiteFolder(folder: string, { files }: BackupOptions): void {
  if (typeof files !== 'string') return;
  const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path));
  const siteFiles = realPath(files) + sep;
  const backupFiles = realPath(filesPath(folder)) + sep;
  if (
    backupFiles.startsWith(siteFiles) ||
    siteFiles.startsWith(backupFiles) ||
    (realPath(folder) + sep).startsWith(siteFiles)
  ) {
    throw new UsageError(
      `${folder} contains the site's own files or is in their folder; choose another folder, preferably on another disk`,
    );
  }
}

async function copyDatabase(database: Database, copy: string): Promise<void> {
  try {
    await sql`VACUUM INTO ${copy}`.execute(database);
  } catch (error) {
    throw new UsageError(`No backup was made: the database could not be copied (${(error as Error).message})`);
  }
  await chmod(copy, 0o600);
  const problems = findIntegrityProblems(copy, 'quick');
  if (problems.length > 0) throw new UsageError(`No backup was made: the database is damaged (${problems.join('; ')})`);
}

/**
 * Copies the database, then the files that the copy refers to, and then deletes enquiries from it that were erased in the
 * meantime.
 */
async function copySqlite(
  copy: string,
  { database: liveDatabase, files }: BackupOptions,
  backupFiles: string,
): Promise<SnapshotContent> {
  await copyDatabase(liveDatabase, copy);
  const database = await openDatabase(copy);
  try {
    const { missing, newFiles } = await copyFiles(await listReferencedFiles(database), files, backupFiles);
    const erasedDuringBackup = await applyErasures(database, liveDatabase, missing);
    const referenced = await listReferencedFiles(database);
    const { enquiries } = await database
      .selectFrom('enquiries')
      .select(({ fn }) => fn.countAll<number>().as('enquiries'))
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Makes the copy a single file again, complete without a write-ahead log.
    await sql`PRAGMA journal_mode = DELETE`.execute(database);
    return { referenced, missing, newFiles, erasedDuringBackup, enquiries };
  } finally {
    await database.destroy();
  }
}

/** Maximum number of dumps, if something is erased during each. Repeating one takes only as long as pg_dump. */
const maxDumps = 5;

/**
 * Dumps the database, then copies the files that the dump refers to. Rows cannot be deleted from a dump: if enquiries or
 * files were erased in the meantime, it is made again.
 * @throws {UsageError} if something was erased every time
 */
async function dumpPostgres(
  dump: string,
  postgres: PostgresAddress,
  { database, files }: BackupOptions,
  backupFiles: string,
): Promise<SnapshotContent> {
  let newFiles = 0;
  let erasedDuringBackup = 0;
  for (let attempt = 1; attempt <= maxDumps; attempt += 1) {
    const { erased, ...content } = await dumpDatabase(database, postgres, dump);
    const copied = await copyFiles(content.referenced, files, backupFiles);
    newFiles += copied.newFiles;
    const erasedSince = (await listErasures(database)).length - erased;
    const stillReferenced = new Set((await listReferencedFiles(database)).map(({ storageKey }) => storageKey));
    const isComplete = Array.from(copied.missing).every((key) => stillReferenced.has(key));
    if (erasedSince === 0 && isComplete) return { ...content, missing: copied.missing, newFiles, erasedDuringBackup };
    erasedDuringBackup += erasedSince;
    await rm(dump);
  }
  throw new UsageError('No backup was made: requests were erased during each attempt. Try again later');
}

/**
 * Copies the files that the backup folder does not have yet; for files in a bucket, only compares the sizes.
 * @returns the storage keys of files that are missing or do not match their hash, and the number of files copied
 */
async function copyFiles(files: readonly ReferencedFile[], from: BackupOptions['files'], to: string) {
  if (typeof from !== 'string')
    return { missing: new Set((await findSizeMismatches(files, from)).keys()), newFiles: 0 };
  const missing = new Set<string>();
  let newFiles = 0;
  for (const { storageKey, size, sha256 } of files) {
    const target = join(to, storageKey);
    if (statSync(target, { throwIfNoEntry: false })?.size === size) continue;
    try {
      if ((await linkOrCopyFile(join(from, storageKey), target)) === sha256) {
        newFiles += 1;
        continue;
      }
      await rm(target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    missing.add(storageKey);
  }
  return { missing, newFiles };
}

/**
 * Deletes enquiries and drafts from the copy that were erased while files were copied, so that it does not refer to files
 * that no longer exist.
 * @param missing storage keys; those that the copy still refers to afterwards are lost files
 * @returns the number of enquiries erased
 */
async function applyErasures(copy: Database, liveDatabase: Database, missing: ReadonlySet<string>): Promise<number> {
  const count = await repeatErasures(copy, { remove: () => Promise.resolve() }, await listErasures(liveDatabase));
  const stillReferenced = new Set((await listReferencedFiles(liveDatabase)).map(({ storageKey }) => storageKey));
  const erasedKeys = Array.from(missing).filter((key) => !stillReferenced.has(key));
  for (const key of erasedKeys) {
    const drafts = copy.selectFrom('draft_files').select('draft_id').where('storage_key', '=', key);
    await copy.deleteFrom('drafts').where('id', 'in', drafts).execute();
    await copy.deleteFrom('attachments').where('storage_key', '=', key).execute();
    await copy.deleteFrom('company_pictures').where('storage_key', '=', key).execute();
  }
  if (count + erasedKeys.length > 0) await removeDeletedTraces(copy);
  return count;
}
