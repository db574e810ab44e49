import { statfsSync } from 'node:fs';

/** How long a measurement is valid (ms). Writes since then are subtracted as pending. */
const measurementLifetime = 1000;
/** A disk with fewer free inodes counts as full: it may have free bytes, but cannot hold new files. */
const minFreeInodes = 1000;

/** The disk that holds a folder. */
export interface Disk {
  /** Returns the bytes that the current user may still write, minus pending writes; 0 if the folder cannot be read. */
  left(): number;
  /** Subtracts bytes that are about to be written from what is left, until the next measurement. */
  countPending(bytes: number): void;
}

/**
 * Opens the disk that holds `folder`. Open each disk only once, so that all pending writes are counted.
 * @param now a monotonic clock (ms)
 */
export function openDisk(folder: string, now: () => number = () => performance.now()): Disk {
  let measurement = { at: -Infinity, bytes: 0 };
  let pending = 0;
  return {
    left() {
      const at = now();
      if (at - measurement.at >= measurementLifetime) {
        measurement = { at, bytes: measureFreeBytes(folder) };
        pending = 0;
      }
      return Math.max(0, measurement.bytes - pending);
    },
    countPending(bytes) {
      pending += bytes;
    },
  };
}

/** Measures the free bytes on the disk that holds a folder; 0 if the folder cannot be read. */
export function measureFreeBytes(folder: string): number {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // File systems without an inode limit report zero inodes.
    return files > 0 && ffree < minFreeInodes ? 0 : bavail * bsize;
  } catch {
    return 0;
  }
}
