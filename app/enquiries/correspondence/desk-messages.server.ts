import type { Database } from '#app/database/database.server.ts';
import { numberEqualNames } from '#app/uploads/file-name.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { readEvents } from '../progress/read-progress.server.ts';

/** A file that the desk has sent to a family. */
export interface SharedFile extends StoredFile {
  /** The id of the event that records the sending. */
  eventId: string;
}

/** Reads the files that the desk has sent to a family, in the order in which they were sent. */
export async function readSharedFiles(database: Database, enquiryId: string): Promise<SharedFile[]> {
  const rows = await database
    .selectFrom('shared_files')
    .innerJoin('enquiry_events', 'enquiry_events.id', 'event_id')
    .selectAll('shared_files')
    .where('shared_files.enquiry_id', '=', enquiryId)
    .orderBy('at')
    .orderBy('event_id')
    .orderBy('position')
    .execute();
  return numberEqualNames(
    rows.map(({ event_id, name, type, size, sha256, storage_key }) => ({
      ...{ eventId: event_id, name, type, size, sha256 },
      storageKey: storage_key,
    })),
  );
}

/** A message from the desk to a family: a question, or files. */
export interface DeskMessage {
  /** Unix time in ms. */
  at: number;
  text: string | undefined;
  /** `number`: the file's position in the result of {@link readSharedFiles}, from 1. */
  files: { number: number; name: string; size: number }[];
}

/** Reads what the desk has written and sent to a family, newest first. */
export async function readDeskMessages(database: Database, enquiryId: string): Promise<DeskMessage[]> {
  const files = (await readSharedFiles(database, enquiryId)).map((file, index) => ({ ...file, number: index + 1 }));
  const events = await readEvents(database, enquiryId);
  return events
    .filter(({ kind }) => kind === 'asked' || kind === 'sent')
    .map(({ id, at, details }) => ({
      at,
      text: details.text,
      files: files.filter(({ eventId }) => eventId === id).map(({ number, name, size }) => ({ number, name, size })),
    }))
    .reverse();
}
