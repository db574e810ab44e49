import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeBytesOf } from './disk.server.ts';

const mebibyte = 1024 * 1024;
/** Size of the reserve in bytes: enough for some thousand requests without files, and for losses to other programs. */
const reserveSize = 64 * mebibyte;
/** Maximum space for one transaction in bytes; a checkpoint after it may take several turns. */
const maxTransactionSize = 2 * mebibyte;

/**
 * Disk space that other programs cannot use: a preallocated file that is shrunk for a transaction on a full disk, and
 * grown again afterwards.
 */
export interface Reserve {
  /** Current size in bytes. */
  bytes(): number;
  /** Call before a transaction is written: frees the space it needs if the disk is full. */
  release(): void;
  /** Call after it: reclaims the freed space, as far as the disk has it. */
  reclaim(): void;
}

/**
 * Opens the reserve and fills it up. Never fails: if the folder cannot be written, the reserve is empty, and opening the
 * database will report the error.
 * @param file on the disk to reserve space on; created with its folder if missing
 */
export function openReserve(file: string): Reserve {
  const folder = dirname(file);
  const handle = open();
  const bytes = () => (handle === undefined ? 0 : fstatSync(handle).size);
  /** Whether the reserve has to be filled up after a transaction. */
  let isIncomplete = false;

  function open(): number | undefined {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    } catch {
      return undefined;
    }
  }

  /** Grows the reserve by up to this many bytes, as far as the disk has them. */
  function grow(maxBytes: number): void {
    if (handle === undefined) return;
    try {
      const targetSize = Math.min(reserveSize, bytes() + maxBytes);
      for (let size = bytes(); size < targetSize;) {
        size += writeSync(handle, incompressibleBytes(), 0, Math.min(mebibyte, targetSize - size), size);
      }
    } catch {
      // The disk is full: keep what there is, and continue after a later transaction.
    }
    isIncomplete = bytes() < reserveSize;
  }

  if (bytes() < reserveSize) {
    // On a full disk, opening the database needs the space first.
    isIncomplete = freeBytesOf(folder) < reserveSize + maxTransactionSize;
    // Writing it byte by byte would delay other writes.
    if (!isIncomplete && spawnSync('fallocate', ['-l', String(reserveSize), file]).status !== 0) grow(reserveSize);
  }

  return {
    bytes,
    release() {
      if (handle === undefined || freeBytesOf(folder) >= maxTransactionSize || bytes() === 0) return;
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

/** Random bytes, which a compressing file system cannot shrink. */
function incompressibleBytes(): Buffer {
  return (filler ??= randomBytes(mebibyte));
}
