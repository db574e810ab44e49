import type { OutboxMessage, WithheldFile } from '#app/enquiries/enquiry.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';

/**
 * Moves a message's missing and truncated files to its withheld files, so that the other files can be delivered.
 * @throws {StorageError} if the store cannot be read
 */
export async function withholdMissingFiles(outboxMessage: OutboxMessage, store: FileStore): Promise<OutboxMessage> {
  if (outboxMessage.purpose === 'erasure') return outboxMessage;
  const { attachments } = outboxMessage.enquiry;
  const mismatches = await findSizeMismatches(attachments, store);
  if (mismatches.size === 0) return outboxMessage;
  const withheldNow = attachments
    .filter(({ storageKey }) => mismatches.has(storageKey))
    .map((file): WithheldFile => ({
      ...file,
      verdict: 'missing',
      finding: describeLoss(mismatches.get(file.storageKey)),
    }));
  const { files = [], pendingCount = 0 } = outboxMessage.withheld ?? {};
  return {
    ...outboxMessage,
    enquiry: {
      ...outboxMessage.enquiry,
      attachments: attachments.filter(({ storageKey }) => !mismatches.has(storageKey)),
    },
    withheld: { files: [...files, ...withheldNow], pendingCount },
  };
}

/** @param bytes the size of a truncated file; undefined for a missing one */
function describeLoss(bytes: number | undefined): string {
  return bytes === undefined ? 'missing' : `truncated to ${bytes} bytes`;
}
