import { execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate small disk that can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Returns the free space (bytes). */
  free(): number;
  /** Fills the disk, or frees space on it, until this many bytes are free. */
  fillUntil(left: number): void;
  /** Starts a program that fills all free space until the returned function is called. */
  keepFull(): () => void;
  /** Remounts it read-only, as after a disk error. No file may be open for writing. */
  makeReadOnly(): void;
  unmount(): void;
}

/**
 * Mounts a disk in memory; requires root.
 * @param inodes maximum number of files; 0 for no limit
 */
export function mountDisk(megabytes: number, inodes = 0): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700,nr_inodes=${inodes}`, 'tmpfs', folder]);
  const other = openSync(join(folder, 'other-program'), 'w+');
  let size = 0;
  let isClosed = false;
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    fillUntil(left) {
      const targetSize = Math.max(0, size + free() - left);
      if (targetSize < size) ftruncateSync(other, targetSize);
      const filler = Buffer.alloc(1024 * 1024);
      size = Math.min(size, targetSize);
      try {
        while (size < targetSize) size += writeSync(other, filler, 0, Math.min(filler.length, targetSize - size), size);
      } catch (error) {
        // The site has used the last bytes in the meantime.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    keepFull() {
      const loop = 'while true; do head -c 1000000 /dev/zero 2>/dev/null >>"$0"; sleep 0.002; done';
      const program = spawn('bash', ['-c', loop, join(folder, 'greedy-program')], { stdio: 'ignore' });
      return () => program.kill('SIGKILL');
    },
    makeReadOnly() {
      closeSync(other);
      isClosed = true;
      execFileSync('mount', ['-o', 'remount,ro', folder]);
    },
    unmount() {
      if (!isClosed) closeSync(other);
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
