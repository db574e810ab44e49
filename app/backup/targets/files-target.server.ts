import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import { copyFile } from '../files/copy-file.server.ts';
import type { Manifest } from '../files/manifest.server.ts';
import type { ReferencedFile } from '../files/referenced-files.server.ts';

/** Where the files of a snapshot are restored to. */
export interface FilesTarget {
  /** The paths that would be moved aside. */
  occupiedPaths(): string[];
  /** Deletes the files of enquiries that are erased again. */
  remove: FileStore['remove'];
  /**
   * Copies a snapshot's files to where no site looks for them.
   * @param from the backup folder's files
   * @returns the files that are missing, or whose content differs from what was submitted
   */
  assemble(files: readonly ReferencedFile[], manifest: Manifest, from: string): Promise<ReferencedFile[]>;
  /** Moves existing files aside, and those of the snapshot into place. @returns the paths to which files were moved */
  moveIntoPlace(asideName: string): Promise<string[]>;
  /** Deletes what has been assembled. */
  discard(): Promise<void>;
}

/** Prefix of the names of everything that a restore moves aside. */
export const asidePrefix = 'before-restore-';

/** Restores to a folder. */
export function folderTarget(folder: string): FilesTarget {
  const staged = join(folder, '.restoring');
  /** The entries of the folder, except those of restores: the staging folder and data moved aside. */
  const namesToReplace = () =>
    existsSync(folder)
      ? readdirSync(folder).filter((name) => name !== '.restoring' && !name.startsWith(asidePrefix))
      : [];
  return {
    occupiedPaths: () => (namesToReplace().length > 0 ? [folder] : []),
    // Files that no row refers to are not copied.
    remove: () => Promise.resolve(),
    async assemble(files, manifest, from) {
      await rm(staged, { recursive: true, force: true });
      await mkdir(staged, { recursive: true, mode: 0o700 });
      const lost: ReferencedFile[] = [];
      for (const file of files) {
        const { storageKey, sha256 } = file;
        const source = join(from, storageKey);
        if (manifest.files.get(storageKey) !== sha256 || !existsSync(source)) lost.push(file);
        else if ((await copyFile(source, join(staged, storageKey))) !== sha256) {
          await rm(join(staged, storageKey));
          lost.push(file);
        }
      }
      await syncFolder(staged);
      return lost;
    },
    async moveIntoPlace(asideName) {
      const movedAside: string[] = [];
      const oldNames = namesToReplace();
      if (oldNames.length > 0) {
        const to = join(folder, asideName);
        await mkdir(to, { recursive: true, mode: 0o700 });
        for (const name of oldNames) await rename(join(folder, name), join(to, name));
        movedAside.push(to);
      }
      for (const name of readdirSync(staged)) await rename(join(staged, name), join(folder, name));
      await rm(staged, { recursive: true });
      await syncFolder(folder);
      return movedAside;
    },
    discard: () => rm(staged, { recursive: true, force: true }),
  };
}

/** Restores nothing to a bucket, but looks for the objects that the snapshot lists. */
export function bucketTarget(store: FileStore): FilesTarget {
  return {
    occupiedPaths: () => [],
    remove: (key) => store.remove(key),
    async assemble(files) {
      const mismatches = await findSizeMismatches(files, store);
      return files.filter(({ storageKey }) => mismatches.has(storageKey));
    },
    moveIntoPlace: () => Promise.resolve([]),
    discard: () => Promise.resolve(),
  };
}
