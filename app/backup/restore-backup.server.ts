import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase, overwriteErased, restoringName } from '#app/database/database.server.ts';
import { isDatabaseInUse } from '#app/database/file-lock.server.ts';
import { integrityProblems } from '#app/database/integrity.server.ts';
import { existingDatabase } from '#app/database/node-sqlite.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { pauseDelivery } from '#app/outbound/delivery-pause.server.ts';
import { addMissingErasures, type Erasure, readErasures } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { endLeases, eraseAgain } from './erase-again.server.ts';
import { erasuresIn, filesIn, lockForReading, snapshotsIn, snapshotTime } from './files/backup-folder.server.ts';
import { copyFile, syncFile } from './files/copy-file.server.ts';
import { type Manifest, readManifest, snapshotDatabase } from './files/manifest.server.ts';
import { describeFile, type ReferencedFile, referencedFiles } from './files/referenced-files.server.ts';

export interface RestoreOptions {
  /** The backup folder. */
  folder: string;
  /** The snapshot to restore; the newest if undefined. */
  snapshot?: string;
  /** Where to restore the database, the files and the erasures file. */
  target: RestoreTarget;
  /** Moves existing data aside instead of refusing to restore. */
  overwrite: boolean;
  /** Restores even if some of the snapshot's files are missing or damaged. */
  incomplete: boolean;
}

export interface RestoreTarget {
  database: string;
  files: string;
  erasures: string;
  /** Another database that a running site keeps open: if it is in use, the site is running. */
  flightsDatabase: string;
}

export interface RestoreReport {
  snapshot: string;
  enquiries: number;
  files: number;
  /** Number of enquiries erased after the snapshot was taken, and now erased again. */
  erasedAgain: number;
  /** Files that the snapshot lacks, or that are damaged in it. */
  lost: ReferencedFile[];
  /** Whether there was an erasures file besides the backup folder's copy. */
  hadErasuresFile: boolean;
  /** Paths to which existing data was moved. */
  movedAside: string[];
}

/**
 * Restores a snapshot to the folders of a site that is not running. Everything is first copied, verified and migrated next
 * to the target, then moved into place, the database last; the site does not start before that.
 *
 * Enquiries erased since the snapshot are erased again, and deliveries are paused until somebody resumes them, because
 * messages waiting in the snapshot may have been delivered since.
 *
 * @throws {UsageError} if the target is in use or not empty, or the snapshot is damaged; then nothing has been changed
 */
export async function restoreBackup(options: RestoreOptions, now: number): Promise<RestoreReport> {
  const folder = resolve(options.folder);
  const snapshot = chosenSnapshot(folder, options.snapshot);
  const unlock = lockForReading(folder);
  try {
    const { target } = options;
    const stagedDatabase = restoringName(target.database);
    // An interrupted restore had already been allowed to move existing data aside.
    refuseExisting(target, options.overwrite || existsSync(stagedDatabase));
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
      await addMissingErasures(target.erasures, erasures);
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

function chosenSnapshot(folder: string, requested: string | undefined): string {
  const snapshots = snapshotsIn(folder);
  const snapshot =
    requested === undefined ? snapshots[snapshots.length - 1] : snapshots.find((name) => name === requested);
  if (snapshot !== undefined) return snapshot;
  if (snapshots.length === 0) throw new UsageError(`There is no snapshot in ${folder}`);
  throw new UsageError(
    `There is no snapshot ${requested ?? ''} in ${folder}. Available snapshots:\n${snapshots.join('\n')}`,
  );
}

function refuseExisting(target: RestoreTarget, mayReplace: boolean): void {
  if (isDatabaseInUse(target.database) || isDatabaseInUse(target.flightsDatabase)) {
    throw new UsageError(`A site is running on ${target.database}: stop it first`);
  }
  const taken = [
    ...databaseFiles(target.database).filter(existsSync),
    ...(filesAt(target.files).length > 0 ? [target.files] : []),
  ];
  if (taken.length === 0 || mayReplace) return;
  throw new UsageError(`The target is not empty: ${taken.join(', ')}. Use --overwrite to move the existing data aside`);
}

/** A database and SQLite's companion files, which must not be left beside a different database. */
function databaseFiles(database: string): string[] {
  return ['', '-wal', '-shm'].map((ending) => database + ending);
}

const asidePrefix = 'before-restore-';

/** Entries of the files folder, except those that a restore created: its staging folder and data moved aside. */
function filesAt(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name !== '.restoring' && !name.startsWith(asidePrefix));
}

/** Erasures recorded in the database to be replaced; none if it cannot be read. */
function erasuresInReplacedDatabase({ database: file }: RestoreTarget): Erasure[] {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingDatabase(file));
    const erased =
      'SELECT reference, erased_at AS at, erased_because AS reason FROM enquiries WHERE erased_at IS NOT NULL';
    return database.prepare(erased).all() as unknown as Erasure[];
  } catch {
    return [];
  } finally {
    database?.close();
  }
}

/** Where a restore is assembled, next to its final location. */
interface Staging {
  stagedDatabase: string;
  stagedFiles: string;
}

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
  const manifest = await copyVerified(join(folder, snapshot), stagedDatabase);
  const database = await openDatabase(stagedDatabase);
  try {
    await endLeases(database);
    const erasedAgain = await eraseAgain(database, { remove: () => Promise.resolve() }, erasures);
    const files = await referencedFiles(database);
    const lost = await copyFiles(files, manifest, filesIn(folder), stagedFiles);
    if (lost.length > 0 && !incomplete) {
      throw new UsageError(
        `${lost.length} of the ${files.length} files of snapshot ${snapshot} are missing or damaged:\n` +
          `${lost.map(describeFile).join('\n')}\nChoose another snapshot with --snapshot, or restore without these files with --incomplete`,
      );
    }
    const taken = new Date(snapshotTime(snapshot)).toISOString();
    await pauseDelivery(database, { since: now, reason: `the backup ${snapshot} of ${taken} was restored` });
    await overwriteErased(database);
    const { enquiries } = await database
      .selectFrom('enquiries')
      .select(({ fn }) => fn.countAll<number>().as('enquiries'))
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    // A single file without a write-ahead log, so that it can be moved.
    await sql`PRAGMA journal_mode = DELETE`.execute(database);
    return { enquiries, files: files.length - lost.length, erasedAgain, lost };
  } finally {
    await database.destroy();
  }
}

/** Copies a snapshot's database. @throws {UsageError} if its hash differs from the manifest, or it is corrupt */
async function copyVerified(snapshot: string, to: string): Promise<Manifest> {
  const manifest = await readManifest(snapshot);
  if (!manifest) throw new UsageError(`The manifest of ${snapshot} is damaged; choose another with --snapshot`);
  const hash = await copyFile(join(snapshot, snapshotDatabase), to);
  const problems = hash === manifest.database ? integrityProblems(to, 'quick') : ['its checksum does not match'];
  if (problems.length === 0) return manifest;
  throw new UsageError(
    `The database of ${snapshot} is damaged (${problems.join('; ')}); choose another with --snapshot`,
  );
}

/** @returns the files that are missing or whose content differs from what was submitted */
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

/** Moves existing data aside, then the staged data into place, the database last. @returns the paths of the data moved aside */
async function moveIntoPlace(
  target: RestoreTarget,
  { stagedDatabase, stagedFiles }: Staging,
  now: number,
): Promise<string[]> {
  await syncFile(stagedDatabase);
  const aside = asidePrefix + new Date(now).toISOString().slice(0, 19).replace(/:/g, '-');
  const movedAside: string[] = [];
  for (const file of databaseFiles(target.database).filter(existsSync)) {
    const to = file.replace(target.database, `${target.database}.${aside}`);
    await rename(file, to);
    movedAside.push(to);
  }
  await syncFolder(dirname(target.database));
  const old = filesAt(target.files);
  if (old.length > 0) {
    const to = join(target.files, aside);
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const name of old) await rename(join(target.files, name), join(to, name));
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
