import { statfsSync } from 'node:fs';

/** How long a measurement is used, together with pending writes since (ms). */
const measurementLifetime = 1000;
/** Inodes to keep free: a disk may have free bytes but no inodes for new files. */
const minFreeInodes = 1000;

/** The disk that holds a folder. */
export interface Disk {
  /** Bytes that this user may still write, minus pending writes; 0 if the folder cannot be read. */
  left(): number;
  /** Counts bytes that are about to be written as used. */
  countPending(bytes: number): void;
}

/**
 * The disk that holds `folder`. Open it once per disk, so that it counts all pending writes.
 * @param now a monotonic clock (ms)
 */
export function openDisk(folder: string, now: () => number = () => performance.now()): Disk {
  let measured = { at: -Infinity, bytes: 0 };
  let pending = 0;
  return {
    left() {
      const at = now();
      if (at - measured.at >= measurementLifetime) {
        measured = { at, bytes: freeBytesOf(folder) };
        pending = 0;
      }
      return Math.max(0, measured.bytes - pending);
    },
    countPending(bytes) {
      pending += bytes;
    },
  };
}

/** The free bytes of a folder's disk, measured now. */
export function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems do not limit inodes, and report zero.
    return files > 0 && ffree < minFreeInodes ? 0 : bavail * bsize;
  } catch {
    return 0;
  }
}
