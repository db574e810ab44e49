import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import { listReferencedFiles, type ReferencedFile } from './referenced-files.server.ts';

/** A file that the database refers to, but that is missing from the store or damaged. */
export interface LostFile extends ReferencedFile {
  /** A description of the damage. */
  damage: string;
}

/**
 * Finds the site's missing and damaged files.
 * @param hashOf computes the SHA-256 of a file (hexadecimal; undefined if unreadable). Without it, only sizes are
 *   compared, which is cheap enough to do at every start of the site.
 * @returns all checked files, and the lost ones among them
 */
export async function findLostFiles(
  database: Database,
  store: FileStore,
  hashOf?: (storageKey: string) => Promise<string | undefined>,
): Promise<{ files: ReferencedFile[]; lost: LostFile[] }> {
  const files = await listReferencedFiles(database);
  const mismatches = await findSizeMismatches(files, store);
  const lost: LostFile[] = [];
  for (const file of files) {
    const actualSize = mismatches.get(file.storageKey);
    if (actualSize !== undefined) lost.push({ ...file, damage: `${actualSize} bytes instead of ${file.size}` });
    else if (mismatches.has(file.storageKey)) lost.push({ ...file, damage: 'missing' });
    else if (hashOf && (await hashOf(file.storageKey)) !== file.sha256)
      lost.push({ ...file, damage: 'its content has changed' });
  }
  if (lost.length === 0) return { files, lost };
  // Files erased during the check are not lost.
  const referenced = new Set((await listReferencedFiles(database)).map(({ storageKey }) => storageKey));
  return { files, lost: lost.filter(({ storageKey }) => referenced.has(storageKey)) };
}
