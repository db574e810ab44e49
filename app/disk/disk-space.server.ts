import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, openDisk } from './disk.server.ts';
import { type DiskBudget, diskBudget, headroom } from './disk-budget.server.ts';
import { openReserve, type Reserve } from './reserve.server.ts';

/** Minimum space for a request without files (bytes). */
const minForRequest = 1024 * 1024;

/** The available disk space; cheap to get, at most a second old. */
export interface DiskSpaceState {
  /** There is space for a request without files, on the disk or in the reserve. */
  hasRoomForRequests: boolean;
  /** Whether there is space for visitors' files. */
  hasRoomForUploads: boolean;
  /** Size of the reserve for requests. */
  reserveBytes: number;
  /** Free bytes on the disk of each, which may be the same disk. */
  freeBytes: { database: number; files: number; data: number };
}

/** Manages disk space for all writers of the process. */
export interface DiskSpace {
  /** For visitors' files in the store. */
  files: DiskBudget;
  /** For completed uploads moving into the store, which need extra space only temporarily. */
  moves: DiskBudget;
  /** For unfinished uploads. */
  uploads: DiskBudget;
  /** For rows of drafts in the database, which must not use the space for requests. */
  drafts: DiskBudget;
  /** For disposable data: searches and airline logos. */
  temporary: DiskBudget;
  /** The reserve for requests; used by the database. */
  reserve: Reserve;
  state(): DiskSpaceState;
}

/**
 * Opens the disk space management.
 * @param paths path of the database, and the folders of files and of other data; folders are created if missing, for this
 *   user only
 */
export function openDiskSpace(paths: { database: string; files: string; data: string }): DiskSpace {
  const reserve = openReserve(`${paths.database}-reserve`);
  for (const folder of [dirname(paths.database), paths.files, paths.data])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const byDevice = new Map<number, Disk>();
  const disks = { database: diskOf(dirname(paths.database)), files: diskOf(paths.files), data: diskOf(paths.data) };
  const files = diskBudget(disks.files, headroom.files);
  const uploads = diskBudget(disks.data, headroom.files);

  function diskOf(folder: string): Disk {
    const { dev } = statSync(folder);
    const disk = byDevice.get(dev) ?? openDisk(folder);
    byDevice.set(dev, disk);
    return disk;
  }

  return {
    files,
    uploads,
    moves: diskBudget(disks.files, headroom.temporary),
    drafts: diskBudget(disks.database, headroom.files),
    temporary: diskBudget(disks.data, headroom.temporary),
    reserve,
    state() {
      const freeBytes = { database: disks.database.left(), files: disks.files.left(), data: disks.data.left() };
      const reserveBytes = reserve.bytes();
      return {
        hasRoomForRequests: freeBytes.database + reserveBytes >= minForRequest,
        hasRoomForUploads: files.left() > 0 && uploads.left() > 0,
        reserveBytes,
        freeBytes,
      };
    },
  };
}
