import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';

/** A file referenced by the database. */
export interface ReferencedFile {
  storageKey: string;
  size: number;
  sha256: string;
  /** Reference of its enquiry (8 characters); undefined for a file in a draft. */
  reference: string | undefined;
}

/** All files referenced by the database, without duplicates. */
export async function referencedFiles(database: Database): Promise<ReferencedFile[]> {
  const submitted = await database
    .selectFrom('attachments')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['storage_key', 'size', 'sha256', 'reference'])
    .execute();
  const unsubmitted = await database.selectFrom('draft_files').select(['storage_key', 'size', 'sha256']).execute();
  const files = new Map<string, ReferencedFile>();
  for (const { storage_key: storageKey, size, sha256 } of unsubmitted) {
    files.set(storageKey, { storageKey, size, sha256, reference: undefined });
  }
  for (const { storage_key: storageKey, ...file } of submitted) files.set(storageKey, { storageKey, ...file });
  return Array.from(files.values());
}

/** Describes a file for operators without its name, which may contain medical data. */
export function describeFile({ storageKey, reference }: ReferencedFile): string {
  const owner = reference === undefined ? 'an unsubmitted form' : formatReference(reference);
  return `${storageKey} of ${owner}`;
}
