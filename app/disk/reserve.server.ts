import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { measureFreeBytes } from './disk.server.ts';

const mebibyte = 1024 * 1024;
/** Size of the reserve (bytes): enough for thousands of requests without files, even if other programs take some of it. */
const reserveSize = 64 * mebibyte;
/** Maximum space for one transaction (bytes). A checkpoint that needs more completes over several transactions. */
const maxTransactionSize = 2 * mebibyte;

/**
 * Disk space that other programs cannot use: a preallocated file that is shrunk for a transaction on a full disk, and
 * grown again afterwards.
 */
export interface Reserve {
  /** Current size in bytes. */
  bytes(): number;
  /** Frees the space that a transaction needs if the disk is full. Call before the transaction is written. */
  release(): void;
  /** Reclaims as much of the freed space as the disk still has. Call after the transaction. */
  reclaim(): void;
}

/** The reserve of a database that is not on a disk of this machine. */
export const noReserve: Reserve = { bytes: () => 0, release: () => undefined, reclaim: () => undefined };

/**
 * Opens the reserve and fills it up. Never fails: if the folder is not writable, the reserve is empty, and opening
 * the database will report the error.
 * @param file path on the disk to reserve space on; the file and its folder are created if missing
 */
export function openReserve(file: string): Reserve {
  const folder = dirname(file);
  const handle = open();
  const bytes = () => (handle === undefined ? 0 : fstatSync(handle).size);
  /** Whether the reserve must grow after the next transaction. */
  let isIncomplete = false;

  function open(): number | undefined {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    } catch {
      return undefined;
    }
  }

  /** Grows the reserve by up to `maxBytes`, or until the disk is full. */
  function grow(maxBytes: number): void {
    if (handle === undefined) return;
    try {
      const targetSize = Math.min(reserveSize, bytes() + maxBytes);
      for (let size = bytes(); size < targetSize;) {
        size += writeSync(handle, incompressibleBytes(), 0, Math.min(mebibyte, targetSize - size), size);
      }
    } catch {
      // The disk is full: keep the current size, and grow after a later transaction.
    }
    isIncomplete = bytes() < reserveSize;
  }

  if (bytes() < reserveSize) {
    // If the disk is nearly full, leave the space for opening the database and grow later.
    isIncomplete = measureFreeBytes(folder) < reserveSize + maxTransactionSize;
    // Preallocation is preferred: writing the whole file would delay other writes.
    if (!isIncomplete && spawnSync('fallocate', ['-l', String(reserveSize), file]).status !== 0) grow(reserveSize);
  }

  return {
    bytes,
    release() {
      if (handle === undefined || measureFreeBytes(folder) >= maxTransactionSize || bytes() === 0) return;
      isIncomplete = true;
      ftruncateSync(handle, Math.max(0, bytes() - maxTransactionSize));
      // Some file systems free blocks only after their journal is written.
      fsyncSync(handle);
    },
    reclaim() {
      if (isIncomplete) grow(maxTransactionSize);
    },
  };
}

let filler: Buffer | undefined;

/** Returns random bytes, which a compressing file system cannot shrink. */
function incompressibleBytes(): Buffer {
  return (filler ??= randomBytes(mebibyte));
}
