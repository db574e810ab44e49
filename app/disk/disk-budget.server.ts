import type { Disk } from './disk.server.ts';

const mebibyte = 1024 * 1024;

/**
 * Bytes that each kind of writer must leave free on its disk. Enquiries may use this space, so they can still be stored
 * when files cannot.
 */
export const headroom = {
  /** For visitors' files, complete or unfinished, and their drafts. */
  files: 512 * mebibyte,
  /**
   * For large uploads, so that they never take the space needed for medical reports: 17 families can still send as much
   * as a form accepts.
   */
  discs: 4096 * mebibyte,
  /** For temporary data: searches, airline logos, and the second copy of an upload that is moving into the store. */
  temporary: 256 * mebibyte,
} as const;

/** The disk space available to one kind of writer, which must call `take` before every write. */
export interface DiskBudget {
  /** Returns the number of bytes that may still be written. */
  left(): number;
  /** Counts bytes as written. Returns false and counts nothing if there is not enough space. */
  take(bytes: number): boolean;
}

/** Creates a budget that leaves `headroomBytes` of the disk free. */
export function diskBudget(disk: Disk, headroomBytes: number): DiskBudget {
  const left = () => Math.max(0, disk.left() - headroomBytes);
  return {
    left,
    take(bytes) {
      if (left() < bytes) return false;
      disk.countPending(bytes);
      return true;
    },
  };
}
