import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A memory-backed folder (tmpfs) on Linux. */
const memoryFolder = '/dev/shm';
/** What the data of all sites that run at the same time may need (bytes); each site reserves 64 MB. */
const neededSpace = 4 * 1024 ** 3;

/**
 * The global setup of Vitest and Playwright: lets all tests keep temporary files and data folders in memory if there is
 * room, because a site waits for the disk before it confirms anything.
 * @returns the teardown, which deletes whatever is left
 */
export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(hasRoom(memoryFolder) ? memoryFolder : tmpdir(), 'tests-'));
  // The mail server's programs run as their own users, and must be able to reach their folders in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > neededSpace;
}
