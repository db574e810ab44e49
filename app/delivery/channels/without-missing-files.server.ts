import type { OutboxMessage, WithheldFile } from '#app/enquiries/enquiry.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { missingFiles } from '#app/uploads/storage/missing-files.server.ts';

/**
 * Moves missing and truncated files of a message to its withheld files, so that the rest can be delivered.
 * @throws {StorageError} if the store cannot be read
 */
export async function withoutMissingFiles(outboxMessage: OutboxMessage, store: FileStore): Promise<OutboxMessage> {
  if (outboxMessage.purpose === 'erasure') return outboxMessage;
  const { attachments } = outboxMessage.enquiry;
  const missing = await missingFiles(attachments, store);
  if (missing.size === 0) return outboxMessage;
  const gone = attachments
    .filter(({ storageKey }) => missing.has(storageKey))
    .map((file): WithheldFile => ({
      ...file,
      verdict: 'missing',
      finding: describeLoss(missing.get(file.storageKey)),
    }));
  const { files = [], following = 0 } = outboxMessage.withheld ?? {};
  return {
    ...outboxMessage,
    enquiry: {
      ...outboxMessage.enquiry,
      attachments: attachments.filter(({ storageKey }) => !missing.has(storageKey)),
    },
    withheld: { files: [...files, ...gone], following },
  };
}

function describeLoss(bytes: number | undefined): string {
  return bytes === undefined ? 'not there' : `${bytes} bytes left`;
}
