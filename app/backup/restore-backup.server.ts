import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase, overwriteErased, restoreStagingPath } from '#app/database/database.server.ts';
import { isDatabaseInUse } from '#app/database/file-lock.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.ts';
import { existingDatabaseUri } from '#app/database/sqlite/node-sqlite.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { pauseDelivery } from '#app/outbound/delivery-pause.server.ts';
import { appendMissingErasures, type Erasure, readErasures } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { erasuresIn, filesPath, lockForReading, snapshotsIn, snapshotTime } from './files/backup-folder.server.ts';
import { copyFile, syncFile } from './files/copy-file.server.ts';
import { type Manifest, readManifest, snapshotDatabase } from './files/manifest.server.ts';
import { describeFile, listReferencedFiles, type ReferencedFile } from './files/referenced-files.server.ts';
import { releaseLeases, repeatErasures } from './repeat-erasures.server.ts';

export interface RestoreOptions {
  /** The backup folder. */
  folder: string;
  /** The snapshot to restore; the newest if undefined. */
  snapshot?: string;
  /** The paths to restore to. */
  target: RestoreTarget;
  /** Moves existing data aside instead of refusing to restore. */
  overwrite: boolean;
  /** Restores even if some of the snapshot's files are missing or damaged. */
  incomplete: boolean;
}

/** The paths of a site's data. */
export interface RestoreTarget {
  database: string;
  files: string;
  erasures: string;
  /** Another database, never restored: if it is in use, the site is running. */
  flightsDatabase: string;
}

export interface RestoreReport {
  /** The name of the snapshot. */
  snapshot: string;
  enquiries: number;
  files: number;
  /** Number of enquiries erased since the snapshot, whose erasure the restore repeated. */
  erasedAgain: number;
  /** Files that the snapshot lacks, or that are damaged in it. */
  lost: ReferencedFile[];
  /** Whether the target had an erasures file, besides the copy in the backup folder. */
  hadErasuresFile: boolean;
  /** Paths to which existing data was moved. */
  movedAside: string[];
}

/**
 * Restores a snapshot to the folders of a site that is not running. First copies, verifies and migrates everything next
 * to the target, then moves it into place, the database last. The site refuses to start until that is complete.
 *
 * Repeats the erasures since the snapshot, and pauses deliveries until somebody resumes them, because messages waiting
 * in the snapshot may have been delivered since.
 *
 * @throws {UsageError} if the target is in use or not empty, or the snapshot is damaged; the target is then unchanged
 */
export async function restoreBackup(options: RestoreOptions, now: number): Promise<RestoreReport> {
  const folder = resolve(options.folder);
  const snapshot = selectSnapshot(folder, options.snapshot);
  const unlock = lockForReading(folder);
  try {
    const { target } = options;
    const stagedDatabase = restoreStagingPath(target.database);
    // If an earlier restore was interrupted, it was already allowed to move existing data aside.
    ensureTargetAvailable(target, options.overwrite || existsSync(stagedDatabase));
    const stagedFiles = join(target.files, '.restoring');
    const hadErasuresFile = existsSync(target.erasures);
    const erasures = [
      ...(await readErasures(target.erasures)),
      ...(await readErasures(erasuresIn(folder))),
      ...erasuresInReplacedDatabase(target),
    ];
    let report;
    try {
      report = await assemble({ ...options, folder, snapshot }, { stagedDatabase, stagedFiles }, erasures, now);
      await appendMissingErasures(target.erasures, erasures);
    } catch (error) {
      await removeDatabase(stagedDatabase);
      await rm(stagedFiles, { recursive: true, force: true });
      throw error;
    }
    return {
      ...report,
      snapshot,
      hadErasuresFile,
      movedAside: await moveIntoPlace(target, { stagedDatabase, stagedFiles }, now),
    };
  } finally {
    unlock();
  }
}

function selectSnapshot(folder: string, requested: string | undefined): string {
  const snapshots = snapshotsIn(folder);
  const snapshot =
    requested === undefined ? snapshots[snapshots.length - 1] : snapshots.find((name) => name === requested);
  if (snapshot !== undefined) return snapshot;
  if (snapshots.length === 0) throw new UsageError(`There is no snapshot in ${folder}`);
  throw new UsageError(
    `There is no snapshot ${requested ?? ''} in ${folder}. Available snapshots:\n${snapshots.join('\n')}`,
  );
}

/** @throws {UsageError} if the site is running, or the target contains data and may not be replaced */
function ensureTargetAvailable(target: RestoreTarget, mayReplace: boolean): void {
  if (isDatabaseInUse(target.database) || isDatabaseInUse(target.flightsDatabase)) {
    throw new UsageError(`A site is running on ${target.database}: stop it first`);
  }
  const occupiedPaths = [
    ...databaseFiles(target.database).filter(existsSync),
    ...(filesToReplace(target.files).length > 0 ? [target.files] : []),
  ];
  if (occupiedPaths.length === 0 || mayReplace) return;
  throw new UsageError(
    `The target is not empty: ${occupiedPaths.join(', ')}. Use --overwrite to move the existing data aside`,
  );
}

/** Returns the paths of a database and SQLite's companion files, which must not remain beside a different database. */
function databaseFiles(database: string): string[] {
  return ['', '-wal', '-shm'].map((suffix) => database + suffix);
}

const asidePrefix = 'before-restore-';

/** Returns the entries of a files folder, except those of restores: the staging folder and data moved aside. */
function filesToReplace(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name !== '.restoring' && !name.startsWith(asidePrefix));
}

/** Reads the erasures recorded in the database that is replaced; none if it cannot be read. */
function erasuresInReplacedDatabase({ database: file }: RestoreTarget): Erasure[] {
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

/** The paths where restored data is assembled, next to the target. */
interface Staging {
  stagedDatabase: string;
  stagedFiles: string;
}

/** Assembles the restored data in the staging paths. */
async function assemble(
  { folder, snapshot, incomplete, target }: RestoreOptions & { snapshot: string },
  { stagedDatabase, stagedFiles }: Staging,
  erasures: readonly Erasure[],
  now: number,
): Promise<Omit<RestoreReport, 'snapshot' | 'hadErasuresFile' | 'movedAside'>> {
  await removeDatabase(stagedDatabase);
  await rm(stagedFiles, { recursive: true, force: true });
  await mkdir(dirname(target.database), { recursive: true, mode: 0o700 });
  await mkdir(stagedFiles, { recursive: true, mode: 0o700 });
  const manifest = await copyVerifiedDatabase(join(folder, snapshot), stagedDatabase);
  const database = await openDatabase(stagedDatabase);
  try {
    await releaseLeases(database);
    const erasedAgain = await repeatErasures(database, { remove: () => Promise.resolve() }, erasures);
    const files = await listReferencedFiles(database);
    const lost = await copyFiles(files, manifest, filesPath(folder), stagedFiles);
    if (lost.length > 0 && !incomplete) {
      throw new UsageError(
        `${lost.length} of the ${files.length} files of snapshot ${snapshot} are missing or damaged:\n` +
          `${lost.map(describeFile).join('\n')}\nChoose another snapshot with --snapshot, or restore without these files with --incomplete`,
      );
    }
    const takenAt = new Date(snapshotTime(snapshot)).toISOString();
    await pauseDelivery(database, { since: now, reason: `the backup ${snapshot} of ${takenAt} was restored` });
    await overwriteErased(database);
    const { enquiries } = await database
      .selectFrom('enquiries')
      .select(({ fn }) => fn.countAll<number>().as('enquiries'))
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Makes the database a single file without a write-ahead log, so that it can be moved.
    await sql`PRAGMA journal_mode = DELETE`.execute(database);
    return { enquiries, files: files.length - lost.length, erasedAgain, lost };
  } finally {
    await database.destroy();
  }
}

/** Copies a snapshot's database. @throws {UsageError} if its hash differs from the manifest's, or it is corrupt */
async function copyVerifiedDatabase(snapshot: string, to: string): Promise<Manifest> {
  const manifest = await readManifest(snapshot);
  if (!manifest) throw new UsageError(`The manifest of ${snapshot} is damaged; choose another with --snapshot`);
  const hash = await copyFile(join(snapshot, snapshotDatabase), to);
  const problems = hash === manifest.database ? findIntegrityProblems(to, 'quick') : ['its checksum does not match'];
  if (problems.length === 0) return manifest;
  throw new UsageError(
    `The database of ${snapshot} is damaged (${problems.join('; ')}); choose another with --snapshot`,
  );
}

/** Copies a snapshot's files. @returns the files that are missing, or whose content differs from the submitted one */
async function copyFiles(
  files: readonly ReferencedFile[],
  manifest: Manifest,
  from: string,
  to: string,
): Promise<ReferencedFile[]> {
  const lost: ReferencedFile[] = [];
  for (const file of files) {
    const { storageKey, sha256 } = file;
    const source = join(from, storageKey);
    if (manifest.files.get(storageKey) !== sha256 || !existsSync(source)) lost.push(file);
    else if ((await copyFile(source, join(to, storageKey))) !== sha256) {
      await rm(join(to, storageKey));
      lost.push(file);
    }
  }
  await syncFolder(to);
  return lost;
}

/**
 * Moves existing data aside, then the staged data into place, the database last.
 * @returns the paths of the data moved aside
 */
async function moveIntoPlace(
  target: RestoreTarget,
  { stagedDatabase, stagedFiles }: Staging,
  now: number,
): Promise<string[]> {
  await syncFile(stagedDatabase);
  const asideName = asidePrefix + new Date(now).toISOString().slice(0, 19).replace(/:/g, '-');
  const movedAside: string[] = [];
  for (const file of databaseFiles(target.database).filter(existsSync)) {
    const to = file.replace(target.database, `${target.database}.${asideName}`);
    await rename(file, to);
    movedAside.push(to);
  }
  await syncFolder(dirname(target.database));
  const oldNames = filesToReplace(target.files);
  if (oldNames.length > 0) {
    const to = join(target.files, asideName);
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const name of oldNames) await rename(join(target.files, name), join(to, name));
    movedAside.push(to);
  }
  for (const name of readdirSync(stagedFiles)) await rename(join(stagedFiles, name), join(target.files, name));
  await rm(stagedFiles, { recursive: true });
  await syncFolder(target.files);
  await rename(stagedDatabase, target.database);
  await syncFolder(dirname(target.database));
  return movedAside;
}

async function removeDatabase(database: string): Promise<void> {
  for (const file of databaseFiles(database)) await rm(file, { force: true });
}
