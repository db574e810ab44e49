import { existsSync, realpathSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase, overwriteErased } from '#app/database/database.server.ts';
import { integrityProblems } from '#app/database/integrity.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { addMissingErasures, erasuresOf, readErasures } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { eraseAgain } from './erase-again.server.ts';
import {
  erasuresIn,
  filesIn,
  lockBackupFolder,
  nextSnapshot,
  prune,
  snapshotsIn,
} from './files/backup-folder.server.ts';
import { linkOrCopyFile, partialSuffix, sha256Of, syncFile } from './files/copy-file.server.ts';
import { snapshotDatabase, writeManifest } from './files/manifest.server.ts';
import { type ReferencedFile, referencedFiles } from './files/referenced-files.server.ts';

/** What is backed up, and where to. */
export interface BackupOptions {
  /** The site's database. */
  database: Database;
  /** The site's folder of uploaded files. */
  files: string;
  /** The site's erasures file. */
  erasures: string;
  /** The backup folder. */
  folder: string;
  /** Number of snapshots to keep; all if undefined. */
  keep?: number;
}

export interface BackupReport {
  snapshot: string;
  /** Number of enquiries in the snapshot, not counting erased ones. */
  enquiries: number;
  files: number;
  /** Number of files that were not in the backup folder before. */
  newFiles: number;
  /** Number of enquiries erased while the backup was being made; it does not contain them. */
  erasedMeanwhile: number;
  /** Files that the database refers to but that are missing or damaged, with the references of their enquiries. */
  lost: ReferencedFile[];
  pruned: number;
}

/**
 * Takes a consistent snapshot of a site, which may be running: the database and exactly the files that it refers to. Files
 * never change, so those of earlier snapshots are not copied again.
 *
 * `VACUUM INTO` reads in one transaction without blocking writers, and copies live rows only. SQLite's backup API would
 * also copy traces of erased rows, and restart with every write.
 *
 * @throws {UsageError} if the folder cannot be used or the database is damaged; then no snapshot is made
 */
export async function takeBackup(options: BackupOptions, now: number): Promise<BackupReport> {
  const folder = resolve(options.folder);
  refuseOwnFolders(folder, options);
  const unlock = await lockBackupFolder(folder);
  try {
    const snapshot = nextSnapshot(snapshotsIn(folder), now);
    const part = join(folder, snapshot + partialSuffix);
    await mkdir(part, { mode: 0o700 });
    const copy = join(part, snapshotDatabase);
    await copyDatabase(options.database, copy);
    const { referenced, missing, ...counts } = await fillSnapshot(copy, options, filesIn(folder));
    const isPresent = ({ storageKey }: ReferencedFile) => !missing.has(storageKey);
    const files = new Map(referenced.filter(isPresent).map(({ storageKey, sha256 }) => [storageKey, sha256]));
    await syncFile(copy);
    await writeManifest(part, { database: await sha256Of(copy), files });
    await syncFolder(filesIn(folder));
    await syncFolder(part);
    await rename(part, join(folder, snapshot));
    await syncFolder(folder);
    const erasures = [...(await readErasures(options.erasures)), ...(await erasuresOf(options.database))];
    await addMissingErasures(erasuresIn(folder), erasures);
    const pruned = await prune(folder, options.keep);
    return { snapshot, ...counts, files: files.size, lost: referenced.filter((file) => !isPresent(file)), pruned };
  } finally {
    unlock();
  }
}

/** Pruning deletes every file that no snapshot refers to, so it must never run on the site's own files. */
function refuseOwnFolders(folder: string, { files }: BackupOptions): void {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path));
  const store = real(files) + sep;
  const pool = real(filesIn(folder)) + sep;
  if (pool.startsWith(store) || store.startsWith(pool) || (real(folder) + sep).startsWith(store)) {
    throw new UsageError(
      `${folder} contains the site's own files, or lies among them; choose another folder, preferably on another disk`,
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
  const problems = integrityProblems(copy, 'quick');
  if (problems.length > 0) throw new UsageError(`No backup was made: the database is damaged (${problems.join('; ')})`);
}

/** Copies the files that the copied database refers to, then deletes from it the enquiries erased in the meantime. */
async function fillSnapshot(copy: string, { database: live, files }: BackupOptions, pool: string) {
  const database = await openDatabase(copy);
  try {
    const { missing, newFiles } = await copyFiles(await referencedFiles(database), files, pool);
    const erasedMeanwhile = await applyErasures(database, live, missing);
    const referenced = await referencedFiles(database);
    const { enquiries } = await database
      .selectFrom('enquiries')
      .select(({ fn }) => fn.countAll<number>().as('enquiries'))
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Back to a single file, complete without a write-ahead log.
    await sql`PRAGMA journal_mode = DELETE`.execute(database);
    return { referenced, missing, newFiles, erasedMeanwhile, enquiries };
  } finally {
    await database.destroy();
  }
}

/**
 * Copies the files that the backup folder does not have yet.
 * @returns the storage keys of files that are missing or do not match their row, and the number of files copied
 */
async function copyFiles(files: readonly ReferencedFile[], from: string, to: string) {
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
 * Deletes from the copy what has been erased while files were being copied, so that it does not refer to files that no
 * longer exist. Files of `missing` that it still refers to afterwards are lost.
 * @returns the number of enquiries deleted
 */
async function applyErasures(copy: Database, live: Database, missing: ReadonlySet<string>): Promise<number> {
  const count = await eraseAgain(copy, { remove: () => Promise.resolve() }, await erasuresOf(live));
  const stillReferenced = new Set((await referencedFiles(live)).map(({ storageKey }) => storageKey));
  const gone = Array.from(missing).filter((key) => !stillReferenced.has(key));
  for (const key of gone) {
    const drafts = copy.selectFrom('draft_files').select('draft_id').where('storage_key', '=', key);
    await copy.deleteFrom('drafts').where('id', 'in', drafts).execute();
    await copy.deleteFrom('attachments').where('storage_key', '=', key).execute();
  }
  if (count + gone.length > 0) await overwriteErased(copy);
  return count;
}
