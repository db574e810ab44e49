import { mkdirSync } from 'node:fs';
import type { Database } from '#app/database/database.server.ts';
import type { DiskSpace } from '#app/disk/disk-space.server.ts';
import { draftLifetime } from '../drafts/drafts.server.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import { FolderStore, uploadsInFolder } from './folder-store.server.ts';
import { SharedStore } from './shared-store.server.ts';
import { sharedUploads } from './shared-uploads.server.ts';
import { openUnfinishedIndex, type UnfinishedIndex } from './unfinished-index.server.ts';
import type { UnfinishedStore } from './unfinished-store.server.ts';

/** The unfinished uploads that this process can continue, and their limits. */
export interface Unfinished {
  store: UnfinishedStore;
  index: UnfinishedIndex;
}

type Budgets = Pick<DiskSpace, 'uploads' | 'discs'>;

/**
 * Opens the unfinished uploads in a folder, where only this process continues them.
 * @param folder created with mode 0700 if missing
 * @param budgets disk space available to unfinished uploads, and to large ones
 */
export function openFolderUploads(folder: string, budgets: Budgets): Unfinished {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const index = openUnfinishedIndex(uploadsInFolder(folder), budgets);
  return { index, store: new FolderStore(folder, draftLifetime, index) };
}

/** Opens the unfinished uploads in a database and a file store that several processes share. */
export function openSharedUploads(database: Database, files: FileStore, budgets: Budgets): Unfinished {
  const index = openUnfinishedIndex(sharedUploads(database), budgets);
  return { index, store: new SharedStore(database, files, draftLifetime, index) };
}
