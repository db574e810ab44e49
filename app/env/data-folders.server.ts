import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Environment, EnvironmentError } from './env.server.ts';

/**
 * Creates missing data folders, accessible to the current user only (mode 0700).
 * @throws {EnvironmentError} if a folder cannot be created or written; the message names the folder and the reason
 */
export function openDataFolders(env: Environment): void {
  for (const [folder, variable] of [
    [env.DATA_DIR, 'DATA_DIR'],
    [dirname(env.DATABASE_FILE), 'DATABASE_URL'],
    ...(env.BUCKET ? [] : [[env.FILES_DIR, 'FILES_URL'] as const]),
    [env.UPLOADS_DIR, 'DATA_DIR'],
  ] as const) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const reason = reasons[code] ?? (error as Error).message;
      throw new EnvironmentError(`The site cannot start: its folder ${folder} (${variable}) ${reason}.`);
    }
  }
}

/** How the message ends, by the error code of the system call. */
const reasons: Record<string, string> = {
  EACCES: 'cannot be created or written by this user',
  EPERM: 'cannot be created or written by this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'cannot be created: the disk is full',
  ENOTDIR: 'has a parent that is not a folder',
  EEXIST: 'is not a folder',
};
