import type { Database } from '#app/database/database.server.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { sentFileType } from '#app/uploads/receive/file-type.server.ts';
import type { FileRules } from '#app/uploads/receive/store-files.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { type Change, changeRequest, type ChangeResult } from '../requests/change-request.server.ts';

/** Which files the desk may send: those that every phone can open. */
export const sentFileRules: FileRules = { limits: evacuationFileLimits, detectType: sentFileType };

/** Sends stored files to a family, with or without a message: when this returns, they are on the family's page. */
export function sendFiles(
  database: Database,
  change: Change,
  { text, files }: { text: string; files: readonly StoredFile[] },
): Promise<ChangeResult> {
  const event = { kind: 'sent' as const, ...(text !== '' && { details: { text } }) };
  return changeRequest(database, change, event, async (transaction, enquiryId, eventId) => {
    for (const [position, { storageKey, ...file }] of files.entries()) {
      await transaction
        .insertInto('shared_files')
        .values({ id: newId(), enquiry_id: enquiryId, event_id: eventId, position, ...file, storage_key: storageKey })
        .execute();
    }
  });
}
