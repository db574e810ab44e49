import { accessSync, constants } from 'node:fs';

/**
 * Returns why a folder is not writable, to detect a disk remounted as read-only before a write fails; undefined if it is
 * writable.
 */
export function findWriteProblem(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `the folder ${folder} is not writable (${code ?? 'unknown error'})`;
  }
}
