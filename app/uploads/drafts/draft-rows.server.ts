import type { Selectable } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { StoredFile } from '../storage/stored-file.ts';

/** A file in a draft. The remove button submits its `id`. */
export interface DraftFile extends StoredFile {
  id: string;
}

/** A draft's file with its place in the order of arrival. */
export type PlacedFile = DraftFile & { position: number };

/** The file that a row describes. */
export function fileOfRow({ draft_id: _, storage_key, ...row }: Selectable<Tables['draft_files']>): PlacedFile {
  return { ...row, storageKey: storage_key };
}

/** The files of a draft, in the order of arrival. */
export async function filesOf(from: Database, draftId: string): Promise<PlacedFile[]> {
  const rows = await from
    .selectFrom('draft_files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('position')
    .execute();
  return rows.map(fileOfRow);
}

/** Whether a visitor would call them one file: the same name and content. */
export function isSameFile(a: StoredFile, b: StoredFile): boolean {
  return a.sha256 === b.sha256 && a.name === b.name;
}
