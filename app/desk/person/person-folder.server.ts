import type { Database } from '#app/database/database.server.ts';
import { readSharedFiles } from '#app/enquiries/correspondence/desk-messages.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { Environment } from '#app/env/env.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { ZipEntry } from '#app/zip/zip-stream.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { fileAccess } from '../requests/request-file.server.ts';
import { type DocumentFile, requestDocument } from './request-document.tsx';

/**
 * Yields the files of a folder with everything that is stored about requests: for each one a readable document, its
 * fields as JSON, and its files. Infected files and those that are still being checked are named, but not included.
 * @param now Unix time in ms
 */
export async function* personFolder(
  { database, files, env }: { database: Database; files: FileStore; env: Environment },
  records: readonly DeskRequestRecord[],
  now: number,
): AsyncGenerator<ZipEntry> {
  for (const record of records) {
    const { enquiry } = record;
    const folder = formatReference(enquiry.reference);
    const sent = await readSharedFiles(database, enquiry.id);
    const mismatches = await findSizeMismatches([...enquiry.attachments, ...sent], files);
    const received = placeFiles('files', enquiry.attachments, (file, index) => {
      if (mismatches.has(file.storageKey)) return 'missing';
      if (fileAccess(record, index) !== 'none') return undefined;
      return record.checks[index]?.state === 'infected' ? 'infected' : 'waiting';
    });
    const shared = placeFiles('sent', sent, ({ storageKey }) => (mismatches.has(storageKey) ? 'missing' : undefined));
    const document = requestDocument({ record, files: received, sentFiles: shared, env, now });
    yield textEntry(`${folder}/${folder}.html`, document, now);
    const { reference, kind, language, fields } = enquiry;
    const receivedAt = new Date(enquiry.receivedAt).toISOString();
    const json = JSON.stringify({ reference, kind, language, receivedAt, fields }, null, 2);
    yield textEntry(`${folder}/${folder}.json`, `${json}\n`, now);
    for (const { path, storageKey } of [...received, ...shared]) {
      if (path === undefined) continue;
      yield { name: `${folder}/${path}`, modifiedAt: enquiry.receivedAt, open: () => files.open(storageKey) };
    }
  }
}

function textEntry(name: string, text: string, modifiedAt: number): ZipEntry {
  return { name, modifiedAt, open: () => [Buffer.from(text)] };
}

/** Gives each file a unique path, or the reason why it is withheld. */
function placeFiles(
  folder: string,
  files: readonly StoredFile[],
  withheldBecause: (file: StoredFile, index: number) => DocumentFile['withheld'],
): (StoredFile & DocumentFile)[] {
  return files.map((file, index) => {
    const withheld = withheldBecause(file, index);
    if (withheld) return { ...file, withheld };
    // Names are sanitised when they are stored. One of several equal names may have this number already.
    const number = `${index + 1} `;
    return { ...file, path: `${folder}/${file.name.startsWith(number) ? '' : number}${file.name}` };
  });
}
