import { accessSync, constants } from 'node:fs';

/** Returns why a folder is not writable, to detect a disk remounted as read-only before a write fails. */
export function findWriteProblem(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EROFS' || code === 'EACCES'
      ? `the folder ${folder} is read-only`
      : `${folder}: ${code ?? 'unknown error'}`;
  }
}
