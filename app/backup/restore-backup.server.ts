import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeDeletedTraces } from '#app/database/database.server.ts';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { pauseDelivery } from '#app/outbound/delivery-pause.server.ts';
import { appendMissingErasures, type Erasure, readErasures } from '#app/retention/erasures.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { erasuresPath, filesPath, lockForReading, snapshotsIn, snapshotTime } from './files/backup-folder.server.ts';
import { type Manifest, readManifest } from './files/manifest.server.ts';
import { describeFile, listReferencedFiles, type ReferencedFile } from './files/referenced-files.server.ts';
import { releaseLeases, repeatErasures } from './repeat-erasures.server.ts';
import type { DatabaseTarget } from './targets/database-target.ts';
import { asidePrefix, bucketTarget, type FilesTarget, folderTarget } from './targets/files-target.server.ts';
import { openPostgresTarget } from './targets/postgres-target.server.ts';
import { openSqliteTarget } from './targets/sqlite-target.server.ts';

export interface RestoreOptions {
  /** The backup folder. */
  folder: string;
  /** The snapshot to restore; the newest if undefined. */
  snapshot?: string;
  /** Where to restore to. */
  target: RestoreTarget;
  /** Moves existing data aside instead of refusing to restore. */
  overwrite: boolean;
  /** Restores even if some of the snapshot's files are missing or damaged. */
  incomplete: boolean;
}

/** Where a site's data is. */
interface RestoreTarget {
  /** The path of the SQLite file, or the address of an empty PostgreSQL database. */
  database: string | PostgresAddress;
  /** The path of the folder, or the store of files in a bucket. */
  files: string | FileStore;
  erasures: string;
  /** Another SQLite database, never restored: if it is in use, the site is running. */
  flightsDatabase: string;
}

export interface RestoreReport {
  /** The name of the snapshot. */
  snapshot: string;
  enquiries: number;
  files: number;
  /** Number of enquiries erased since the snapshot, whose erasure the restore repeated. */
  erasedAgain: number;
  /** Files that the snapshot or the bucket lacks, or that are damaged. */
  lost: ReferencedFile[];
  /** Whether the target had an erasures file, in addition to the copy in the backup folder. */
  hadErasuresFile: boolean;
  /** Paths to which existing data was moved. */
  movedAside: string[];
}

/**
 * Restores a snapshot for a site that is not running. First assembles, verifies and migrates everything where no site
 * looks for it, then moves it into place, the database last. The site refuses to start until that is complete. Files in
 * a bucket are not in the snapshot: the restore only checks that they are there.
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
    const manifest = await readManifest(join(folder, snapshot));
    if (!manifest) {
      throw new UsageError(`The manifest of ${join(folder, snapshot)} is damaged; choose another with --snapshot`);
    }
    ensureSameKind(snapshot, manifest, target);
    const files = typeof target.files === 'string' ? folderTarget(target.files) : bucketTarget(target.files);
    const database =
      typeof target.database === 'string'
        ? openSqliteTarget(target.database, target.flightsDatabase)
        : await openPostgresTarget(target.database);
    try {
      return await restoreTo(database, files, { ...options, folder, snapshot, manifest }, now);
    } finally {
      await database.close();
    }
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

/** @throws {UsageError} if the target has a different kind of database or file store from the snapshot */
function ensureSameKind(
  snapshot: string,
  { databaseName, isBucket }: Manifest,
  { database, files }: RestoreTarget,
): void {
  if (databaseName === 'site.db' && typeof database !== 'string')
    throw new UsageError(
      `The snapshot ${snapshot} was taken from an SQLite file, but DATABASE_URL is PostgreSQL: restore it to a file, then use npm run move`,
    );
  if (databaseName === 'site.dump' && typeof database === 'string')
    throw new UsageError(
      `The snapshot ${snapshot} was taken from a PostgreSQL database: set DATABASE_URL to an empty one`,
    );
  if (!isBucket && typeof files !== 'string')
    throw new UsageError(
      `The snapshot ${snapshot} contains the files of a folder, but FILES_URL is a bucket: restore it to a folder, then use npm run move`,
    );
  if (isBucket && typeof files === 'string')
    throw new UsageError(`The files of the snapshot ${snapshot} are in a bucket: set FILES_URL to it`);
}

/** Restores to targets that are not in use. */
async function restoreTo(
  database: DatabaseTarget,
  files: FilesTarget,
  options: RestoreOptions & { snapshot: string; manifest: Manifest },
  now: number,
): Promise<RestoreReport> {
  const { folder, snapshot, target } = options;
  const occupiedPaths = [...database.occupiedPaths(), ...files.occupiedPaths()];
  // If an earlier restore was interrupted, it was already allowed to move existing data aside.
  if (occupiedPaths.length > 0 && !options.overwrite && !database.isResumed) {
    throw new UsageError(
      `The target is not empty: ${occupiedPaths.join(', ')}. Use --overwrite to move the existing data aside`,
    );
  }
  const hadErasuresFile = existsSync(target.erasures);
  const erasures = [
    ...(await readErasures(target.erasures)),
    ...(await readErasures(erasuresPath(folder))),
    ...database.knownErasures(),
  ];
  let report;
  try {
    report = await assemble(database, files, options, erasures, now);
    await appendMissingErasures(target.erasures, erasures);
  } catch (error) {
    await database.discard();
    await files.discard();
    throw error;
  }
  const asideName = asidePrefix + new Date(now).toISOString().slice(0, 19).replace(/:/g, '-');
  const movedAside = [...(await database.moveAside(asideName)), ...(await files.moveIntoPlace(asideName))];
  await database.release();
  return { ...report, snapshot, hadErasuresFile, movedAside };
}

/** Assembles the restored data. */
async function assemble(
  databaseTarget: DatabaseTarget,
  filesTarget: FilesTarget,
  { folder, snapshot, manifest, incomplete }: RestoreOptions & { snapshot: string; manifest: Manifest },
  erasures: readonly Erasure[],
  now: number,
): Promise<Omit<RestoreReport, 'snapshot' | 'hadErasuresFile' | 'movedAside'>> {
  const database = await databaseTarget.assemble(join(folder, snapshot), manifest);
  await releaseLeases(database);
  const erasedAgain = await repeatErasures(database, filesTarget, erasures);
  const files = await listReferencedFiles(database);
  const lost = await filesTarget.assemble(files, manifest, filesPath(folder));
  if (lost.length > 0 && !incomplete) {
    const place = manifest.isBucket ? 'missing from the bucket, or have a different size there' : 'missing or damaged';
    throw new UsageError(
      `${lost.length} of the ${files.length} files of snapshot ${snapshot} are ${place}:\n` +
        `${lost.map(describeFile).join('\n')}\nChoose another snapshot with --snapshot, or restore without these files with --incomplete`,
    );
  }
  const takenAt = new Date(snapshotTime(snapshot)).toISOString();
  await pauseDelivery(database, { since: now, reason: `the backup ${snapshot} of ${takenAt} was restored` });
  await removeDeletedTraces(database);
  const { enquiries } = await database
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('enquiries'))
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow();
  await databaseTarget.seal();
  return { enquiries, files: files.length - lost.length, erasedAgain, lost };
}
