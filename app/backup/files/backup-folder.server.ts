import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#app/database/file-lock.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { partialSuffix } from './copy-file.server.ts';
import { readManifest } from './manifest.server.ts';

/**
 * Layout of a backup folder:
 *
 * - `NUMBER-TIME/` is a complete snapshot: a database and a manifest.
 * - `files/` contains the files of all snapshots, each once.
 * - `erasures.txt` is a copy of the erasures file.
 * - `lock` marks a folder as a backup folder, and is locked by the process that uses it.
 *
 * Snapshots are ordered by number, so that a wrong clock cannot make an old one look like the newest.
 */
const snapshotName = /^(\d{6})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
const lockName = 'lock';
const deletedSuffix = '.deleted';

/** Returns the path of the files in a backup folder. */
export const filesPath = (folder: string) => join(folder, 'files');
/** Returns the path of a backup folder's copy of the erasures file. */
export const erasuresPath = (folder: string) => join(folder, 'erasures.txt');

/** Returns the names of the complete snapshots, oldest first. */
export function snapshotsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => snapshotName.test(name))
    .sort();
}

/** Returns when a snapshot was taken, by the system clock (Unix time in ms). */
export function snapshotTime(snapshot: string): number {
  const [, , day = '', hours = '', minutes = '', seconds = ''] = snapshotName.exec(snapshot) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Returns the name of the next snapshot. */
export function nextSnapshot(snapshots: readonly string[], now: number): string {
  const number = 1 + Number(snapshots[snapshots.length - 1]?.slice(0, 6) ?? 0);
  const time = new Date(now).toISOString().slice(0, 19).replace(/:/g, '-');
  return `${String(number).padStart(6, '0')}-${time}Z`;
}

/**
 * Locks a backup folder for this process. Creates it if missing, and deletes incomplete files left by an interrupted
 * backup.
 * @returns a function that releases the lock
 * @throws {UsageError} if another process is using the folder, or it contains other files
 */
export async function lockBackupFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(join(folder, lockName));
  if (isNew && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty and is not a backup folder; choose another folder`);
  }
  const unlock = lock(folder);
  await mkdir(filesPath(folder), { recursive: true, mode: 0o700 });
  for (const directory of [folder, filesPath(folder)]) {
    for (const name of await readdir(directory)) {
      if (name.endsWith(partialSuffix) || name.endsWith(deletedSuffix))
        await rm(join(directory, name), { recursive: true });
    }
  }
  return unlock;
}

/**
 * Locks a backup folder against deletions while reading it. Does nothing for a read-only folder.
 * @returns a function that releases the lock
 * @throws {UsageError} if another process is using the folder
 */
export function lockForReading(folder: string): () => void {
  try {
    return lock(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return () => undefined;
  }
}

function lock(folder: string): () => void {
  const unlock = lockFile(join(folder, lockName));
  if (!unlock) throw new UsageError(`Another backup or restore is using ${folder}; try again when it has finished`);
  return unlock;
}

/**
 * Deletes all but the newest snapshots, and files that no remaining snapshot refers to.
 * @param keep number of snapshots to keep; all if undefined
 * @returns the number of snapshots deleted
 * @throws {UsageError} if a manifest cannot be read; files are not deleted then
 */
export async function prune(folder: string, keep: number | undefined): Promise<number> {
  const snapshots = snapshotsIn(folder);
  const oldSnapshots = keep === undefined ? [] : snapshots.slice(0, -keep);
  for (const name of oldSnapshots) {
    // Renamed first, so that a partly deleted snapshot is not mistaken for a complete one.
    await rename(join(folder, name), join(folder, name + deletedSuffix));
    await rm(join(folder, name + deletedSuffix), { recursive: true });
  }
  await syncFolder(folder);
  const referenced = new Set<string>();
  for (const name of snapshotsIn(folder)) {
    const manifest = await readManifest(join(folder, name));
    if (!manifest) {
      throw new UsageError(
        `The manifest of ${join(folder, name)} is damaged; delete that snapshot. No backed-up files have been deleted`,
      );
    }
    for (const key of manifest.files.keys()) referenced.add(key);
  }
  for (const key of await readdir(filesPath(folder))) {
    if (!referenced.has(key)) await rm(join(filesPath(folder), key));
  }
  return oldSnapshots.length;
}
