import { buffer } from 'node:stream/consumers';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { FileStore } from './file-store.server.ts';
import { docxType } from './docx-type.ts';
import type { StoredFile } from './keep-file.server.ts';

/** Far more than a report with pictures has, far less than what fills a disk when it is unpacked. */
const mostEntries = 2_000;
const mostUnpackedBytes = 200 * 1024 * 1024;

/**
 * Whether a stored file is what its first bytes promised. A Word document is judged by the directory of its archive:
 * it has the parts that make it one (ECMA-376), no macros, and does not unpack to something enormous. Nothing is
 * unpacked here. Other types have been judged already.
 */
export async function isSoundDocument(file: StoredFile, store: FileStore): Promise<boolean> {
  if (file.type !== docxType) return true;
  // At most the form's 10 MB.
  const entries = await directoryOf(await buffer(store.open(file.storageKey)));
  if (!entries) return false;
  const names = new Set(entries.map(({ fileName }) => fileName));
  return (
    names.has('[Content_Types].xml') &&
    names.has('word/document.xml') &&
    ![...names].some((name) => /vbaProject|vbaData|activeX/i.test(name)) &&
    entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) <= mostUnpackedBytes
  );
}

/** The archive's directory; undefined for what is no sound archive, or has more entries than a document would. */
async function directoryOf(bytes: Buffer): Promise<Entry[] | undefined> {
  const archive = await new Promise<ZipFile | undefined>((resolve) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, found) => resolve(error ? undefined : found));
  });
  if (!archive || archive.entryCount > mostEntries) return undefined;
  return new Promise((resolve) => {
    const entries: Entry[] = [];
    archive.on('entry', (entry: Entry) => {
      entries.push(entry);
      archive.readEntry();
    });
    archive.on('end', () => resolve(entries));
    archive.on('error', () => resolve(undefined));
    archive.readEntry();
  });
}
