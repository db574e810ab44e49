import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, openDisk } from './disk.server.ts';
import { type DiskBudget, diskBudget, headroom } from './disk-budget.server.ts';
import { noReserve, openReserve, type Reserve } from './reserve.server.ts';

/** Minimum space for a request without files (bytes). */
const minRequestSpace = 1024 * 1024;

/** The available disk space, measured at most a second ago. */
export interface DiskSpaceState {
  /** Whether there is space for a request without files, on the disk or in the reserve. */
  hasRoomForRequests: boolean;
  /** Whether there is space for visitors' files. */
  hasRoomForUploads: boolean;
  /** Size of the reserve for requests in bytes. */
  reserveBytes: number;
  /** Free bytes on the disk that holds each kind of data. Several kinds may share a disk. */
  freeBytes: { database?: number; files?: number; data: number };
}

/** The disk space of the process, divided among its writers. */
export interface DiskSpace {
  /** For visitors' files in the store. */
  files: DiskBudget;
  /** For completed uploads that are moving into the store, and temporarily take up twice their size. */
  completedUploads: DiskBudget;
  /** For unfinished uploads. */
  uploads: DiskBudget;
  /** For large unfinished uploads, which also need space on the disk of the files, if that is a different one. */
  discs: DiskBudget;
  /** For the database rows of drafts, which must not use the space for requests. */
  drafts: DiskBudget;
  /** For disposable data: searches and airline logos. */
  temporary: DiskBudget;
  /** The reserve for requests, used by the database; empty if that is on a server. */
  reserve: Reserve;
  state(): DiskSpaceState;
}

/** A store that is not on a disk of this machine. */
const unlimited: DiskBudget = { left: () => Infinity, take: () => true };

/**
 * Opens the disks and the reserve.
 * @param paths the database file, and the folders of files, unfinished uploads and other data. A path is undefined if
 *   its data is on a server or in a bucket. Missing folders are created with mode 0700
 */
export function openDiskSpace(paths: {
  database: string | undefined;
  files: string | undefined;
  uploads: string | undefined;
  data: string;
}): DiskSpace {
  const reserve = paths.database === undefined ? noReserve : openReserve(`${paths.database}-reserve`);
  const databaseFolder = paths.database === undefined ? undefined : dirname(paths.database);
  for (const folder of [databaseFolder, paths.files, paths.uploads, paths.data])
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const byDevice = new Map<number, Disk>();
  const disks = {
    database: databaseFolder === undefined ? undefined : diskOf(databaseFolder),
    files: paths.files === undefined ? undefined : diskOf(paths.files),
    data: diskOf(paths.data),
  };
  const uploadDisk = paths.uploads === undefined ? undefined : diskOf(paths.uploads);
  const fileBudget = (headroomBytes: number) => (disks.files ? diskBudget(disks.files, headroomBytes) : unlimited);
  const uploadBudget = (headroomBytes: number) => (uploadDisk ? diskBudget(uploadDisk, headroomBytes) : unlimited);
  const files = fileBudget(headroom.files);
  const uploads = uploadBudget(headroom.files);
  const discs = uploadBudget(headroom.discs);
  const discFiles = fileBudget(headroom.discs);

  function diskOf(folder: string): Disk {
    const { dev } = statSync(folder);
    const disk = byDevice.get(dev) ?? openDisk(folder);
    byDevice.set(dev, disk);
    return disk;
  }

  return {
    files,
    uploads,
    discs: {
      left: () => Math.min(discs.left(), discFiles.left()),
      take: (bytes) => discFiles.left() >= bytes && discs.take(bytes),
    },
    completedUploads: fileBudget(headroom.temporary),
    drafts: diskBudget(disks.database ?? disks.data, headroom.files),
    temporary: diskBudget(disks.data, headroom.temporary),
    reserve,
    state() {
      const freeOnDatabaseDisk = disks.database?.left();
      const reserveBytes = reserve.bytes();
      const freeBytes = {
        ...(freeOnDatabaseDisk !== undefined && { database: freeOnDatabaseDisk }),
        ...(disks.files && { files: disks.files.left() }),
        data: disks.data.left(),
      };
      return {
        hasRoomForRequests: freeOnDatabaseDisk === undefined || freeOnDatabaseDisk + reserveBytes >= minRequestSpace,
        hasRoomForUploads: files.left() > 0 && uploads.left() > 0,
        reserveBytes,
        freeBytes,
      };
    },
  };
}
