import type { Database } from '#app/database/database.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import type { UnfinishedUploads } from '#app/uploads/resumable/unfinished-uploads.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { recordAction } from '../audit/audit.server.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';

/**
 * Erases the requests of a person who asked for it, except those whose processing is restricted.
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 * @returns the references of the erased ones
 */
export async function eraseRequests(
  { database, files, uploads }: { database: Database; files: FileStore; uploads: UnfinishedUploads },
  records: readonly DeskRequestRecord[],
  { personId, now, clockOffset }: { personId: string; now: number; clockOffset: number },
): Promise<string[]> {
  const erased: string[] = [];
  for (const { enquiry, restrictedAt } of records) {
    if (restrictedAt !== null) continue;
    // Recorded first, so that no erasure is missing from the log.
    await recordAction(database, { at: now, personId, action: 'request_erased', subject: enquiry.reference });
    await eraseEnquiry(database, files, enquiry.id, 'done', now, uploads, clockOffset);
    erased.push(enquiry.reference);
  }
  return erased;
}
