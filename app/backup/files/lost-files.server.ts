import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { missingFiles } from '#app/uploads/storage/missing-files.server.ts';
import { type ReferencedFile, referencedFiles } from './referenced-files.server.ts';

/** A file in the database that is missing from the store or damaged. */
export interface LostFile extends ReferencedFile {
  /** Description of the damage. */
  damage: string;
}

/**
 * Finds the site's missing and damaged files.
 * @param hashOf computes the SHA-256 of a file (hexadecimal; undefined if unreadable). Without it only sizes are compared,
 *   which is cheap enough for every start of the site.
 * @returns all files checked, and those lost
 */
export async function lostFiles(
  database: Database,
  store: FileStore,
  hashOf?: (storageKey: string) => Promise<string | undefined>,
): Promise<{ files: ReferencedFile[]; lost: LostFile[] }> {
  const files = await referencedFiles(database);
  const missing = await missingFiles(files, store);
  const lost: LostFile[] = [];
  for (const file of files) {
    const actualSize = missing.get(file.storageKey);
    if (actualSize !== undefined) lost.push({ ...file, damage: `${actualSize} bytes instead of ${file.size}` });
    else if (missing.has(file.storageKey)) lost.push({ ...file, damage: 'missing' });
    else if (hashOf && (await hashOf(file.storageKey)) !== file.sha256)
      lost.push({ ...file, damage: 'its content has changed' });
  }
  if (lost.length === 0) return { files, lost };
  // Files erased during the check are not lost.
  const referenced = new Set((await referencedFiles(database)).map(({ storageKey }) => storageKey));
  return { files, lost: lost.filter(({ storageKey }) => referenced.has(storageKey)) };
}
