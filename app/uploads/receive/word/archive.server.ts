import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { refuseUnchecked } from './document-problem.server.ts';
import { partName } from './relationships.server.ts';

/** Limits against zip bombs, far above what a report with pictures needs. */
const maxEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
/** Maximum size of the names, comments and other fields in the directory (bytes). */
const maxDirectoryBytes = 1024 * 1024;

/** Size of the pieces in which parts are read (bytes). After each, others have their turn. */
const pieceSize = 16 * 1024;

/** The zip archive of a document, whose parts can be read in any order. */
export interface Archive {
  /** The names of all parts, as by `partName`. */
  readonly parts: string[];
  /**
   * Unpacks a part, in pieces of at most 16 KiB, the first of at least four bytes if the part has as many.
   * @throws {RefusedDocument} if the archive unpacks to more than 200 MiB
   */
  read(part: string): AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Opens the zip archive of a document.
 * @returns undefined for anything but a zip archive
 * @throws {RefusedDocument} if it exceeds a limit, or programs could take its parts for different ones; an error if it is
 *   corrupt
 */
export async function openArchive(bytes: Buffer): Promise<Archive | undefined> {
  const zip = await openZip(bytes);
  if (!zip) return undefined;
  try {
    const entries = await readDirectory(zip);
    let bytesLeft = maxUnpackedBytes;
    return {
      parts: [...entries.keys()],
      async *read(part) {
        const entry = entries.get(part);
        if (!entry) return;
        for await (const piece of pieces(await openPart(zip, bytes, entry))) {
          bytesLeft -= piece.length;
          if (bytesLeft < 0) refuseUnchecked();
          yield piece;
          await nextTurn();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function openZip(bytes: Buffer): Promise<ZipFile | undefined> {
  return new Promise((resolve) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) => resolve(error ? undefined : zip));
  });
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) refuseUnchecked();
  const entries = new Map<string, Entry>();
  let bytesLeft = maxDirectoryBytes;
  for await (const entry of zip.eachEntry()) {
    bytesLeft -= entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytesLeft < 0) refuseUnchecked();
    if (entry.fileName.endsWith('/') && entry.uncompressedSize === 0) continue;
    const name = partName(entry.fileName);
    // Which of two parts with one name is read differs between programs. So does whether parts in pieces are put together.
    if (entries.has(name) || name.endsWith('.piece')) refuseUnchecked();
    await refuseOtherLocalName(zip, entry);
    entries.set(name, entry);
  }
  return entries;
}

/** Programs take the name of a part either from the directory or from before its content (APPNOTE 4.3.7). */
async function refuseOtherLocalName(zip: ZipFile, entry: Entry): Promise<void> {
  const { fileName, compressionMethod } = await zip.readLocalFileHeaderPromise(entry);
  // A Unicode name in an extra field replaces the name for some programs only (APPNOTE 4.6.9).
  const hasUnicodeName = entry.extraFields.some(({ id }) => id === 0x7075);
  if (hasUnicodeName || !fileName.equals(entry.fileNameRaw) || compressionMethod !== entry.compressionMethod)
    refuseUnchecked();
}

/** Opens a part. One that is not compressed is read where it stands, because a stream would copy it twice. */
async function openPart(zip: ZipFile, bytes: Buffer, entry: Entry): Promise<AsyncIterable<unknown> | Buffer[]> {
  if (entry.compressionMethod !== 0 || entry.isEncrypted()) return zip.openReadStreamPromise(entry);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return [bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)];
}

async function* pieces(stream: AsyncIterable<unknown> | Buffer[]): AsyncIterable<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of stream) {
    let bytes = chunk as Uint8Array;
    if (head) {
      if (head.length > 0) bytes = Buffer.concat([head, bytes]);
      if (bytes.length < 4) {
        head = bytes;
        continue;
      }
      head = undefined;
    }
    for (let start = 0; start < bytes.length; start += pieceSize) yield bytes.subarray(start, start + pieceSize);
  }
  if (head && head.length > 0) yield head;
}
