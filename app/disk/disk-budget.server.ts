import type { Disk } from './disk.server.ts';

const mebibyte = 1024 * 1024;

/**
 * Headroom that each kind of writer leaves free on its disk (bytes). Requests leave none, so they can still be stored
 * when files cannot.
 */
export const headroom = {
  /** For visitors' files, complete and unfinished, and their drafts. */
  files: 512 * mebibyte,
  /** For temporary data: a completed upload moving into the store, searches, airline logos. */
  temporary: 256 * mebibyte,
} as const;

/** The disk space available to one kind of writer, which must ask before writing. */
export interface DiskBudget {
  /** Bytes that may still be written. */
  left(): number;
  /** Counts bytes as written; returns false, without counting, if there is not enough space. */
  take(bytes: number): boolean;
}

/** Creates a budget that leaves this many bytes free. */
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
