import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';

/** A file that the database refers to. */
export interface ReferencedFile {
  storageKey: string;
  size: number;
  sha256: string;
  /** The reference of its enquiry (8 characters); undefined for a file of a draft or of the company. */
  reference: string | undefined;
  /** Whether it is a picture used in the company facts. */
  isCompanyPicture?: boolean;
}

/**
 * Returns the files that the database refers to, without duplicates. The pieces of unfinished uploads are not included:
 * backups omit them.
 */
export async function listReferencedFiles(database: Database): Promise<ReferencedFile[]> {
  const submittedFiles = await database
    .selectFrom('attachments')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['storage_key', 'size', 'sha256', 'reference'])
    .execute();
  const sharedFiles = await database
    .selectFrom('shared_files')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['storage_key', 'size', 'sha256', 'reference'])
    .execute();
  const draftFiles = await database.selectFrom('draft_files').select(['storage_key', 'size', 'sha256']).execute();
  const pictures = await database.selectFrom('company_pictures').select(['storage_key', 'size', 'sha256']).execute();
  const files = new Map<string, ReferencedFile>();
  for (const { storage_key: storageKey, size, sha256 } of pictures) {
    files.set(storageKey, { storageKey, size, sha256, reference: undefined, isCompanyPicture: true });
  }
  for (const { storage_key: storageKey, size, sha256 } of draftFiles) {
    files.set(storageKey, { storageKey, size, sha256, reference: undefined });
  }
  for (const { storage_key: storageKey, ...file } of [...submittedFiles, ...sharedFiles])
    files.set(storageKey, { storageKey, ...file });
  return Array.from(files.values());
}

/** Describes a file for operators without its name, which may contain medical data. */
export function describeFile({ storageKey, reference, isCompanyPicture }: ReferencedFile): string {
  const owner = isCompanyPicture ? 'the company facts' : 'an unsubmitted form';
  return `${storageKey} of ${reference === undefined ? owner : formatReference(reference)}`;
}
