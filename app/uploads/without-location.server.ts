import type { FileStore } from './file-store.server.ts';
import type { StoredFile } from './keep-file.server.ts';
import { blankExifLocation } from './location/exif.server.ts';
import { blankGifLocation } from './location/gif.server.ts';
import { blankIsoMediaLocation } from './location/iso-media.server.ts';
import { blankJpegLocation } from './location/jpeg.server.ts';
import { blankPngLocation } from './location/png.server.ts';
import { blankVideoLocation } from './location/video.server.ts';
import { blankWebpLocation } from './location/webp.server.ts';

type Blank = (bytes: Buffer) => void;

/** By media type, what makes the place unreadable. BMP has no room for one. */
const blanks = new Map<string, readonly Blank[]>([
  ['image/jpeg', [blankJpegLocation, blankVideoLocation]],
  ['image/png', [blankPngLocation]],
  ['image/webp', [blankWebpLocation]],
  ['image/gif', [blankGifLocation]],
  ['image/tiff', [blankExifLocation]],
  ['image/heic', [blankIsoMediaLocation, blankVideoLocation]],
  ['image/heif', [blankIsoMediaLocation, blankVideoLocation]],
  ['image/avif', [blankIsoMediaLocation]],
]);

/** Whether files of this media type may say where they were taken, and so cannot be passed on as they come. */
export function mayTellLocation(type: string): boolean {
  return blanks.has(type);
}

/**
 * A copy of a picture in which nobody can read where it was taken: GPS in Exif and XMP is overwritten. All else, the
 * length included, stays as it was. A broken file stays as it is apart from what could be found in it.
 * @param type media type by content; other types than {@link mayTellLocation} names are copied unchanged
 */
export function withoutLocation(bytes: Buffer, type: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const blank of blanks.get(type) ?? []) blank(copy);
  return copy;
}

/** What a stream from a disk gives at a time. */
const pieceLength = 64 * 1024;

/**
 * The bytes of a stored file for somebody else's eyes: without the place if it is a picture. Always `file.size` bytes.
 * A picture is held in memory, at most the 30 MB of a form's largest file; everything else streams.
 * @throws what the store's stream throws, and when the store holds another number of bytes than `file.size`
 */
export async function* openWithoutLocation(store: FileStore, file: StoredFile): AsyncGenerator<Uint8Array> {
  const stored = store.open(file.storageKey) as AsyncIterable<Buffer>;
  if (!mayTellLocation(file.type)) {
    yield* stored;
    return;
  }
  const bytes = withoutLocation(await readExactly(stored, file.size), file.type);
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

/** Into one buffer from the start: joining pieces at the end would take the room twice. */
async function readExactly(source: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for await (const chunk of source) {
    chunk.copy(bytes, length);
    length += chunk.length;
  }
  if (length !== size) throw new Error(`A stored file has ${length} bytes instead of ${size}`);
  return bytes;
}
