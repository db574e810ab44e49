import type { Selectable } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { StoredFile } from '../storage/stored-file.ts';

/** A file in a draft. Its remove button submits the `id`. */
export interface DraftFile extends StoredFile {
  id: string;
}

/** A draft's file with its position in the order of arrival. */
export type PositionedFile = DraftFile & { position: number };

/** Converts a row of `draft_files`. */
export function toDraftFile({ draft_id: _, storage_key, ...row }: Selectable<Tables['draft_files']>): PositionedFile {
  return { ...row, storageKey: storage_key };
}

/** Lists the files of a draft in the order of arrival. */
export async function listDraftFiles(database: Database, draftId: string): Promise<PositionedFile[]> {
  const rows = await database
    .selectFrom('draft_files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('position')
    .execute();
  return rows.map(toDraftFile);
}

/** Whether two files are duplicates: they have the same name and content. */
export function areDuplicates(a: StoredFile, b: StoredFile): boolean {
  return a.sha256 === b.sha256 && a.name === b.name;
}
