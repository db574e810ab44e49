import type { FileStore } from '../storage/file-store.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { blankExifLocation } from './exif.server.ts';
import { blankGifLocation } from './gif.server.ts';
import { blankIsoMediaLocation } from './iso-media.server.ts';
import { blankJpegLocation } from './jpeg.server.ts';
import { blankPngLocation } from './png.server.ts';
import { blankVideoLocation } from './video.server.ts';
import { blankWebpLocation } from './webp.server.ts';

type Blank = (bytes: Buffer) => void;

/** The functions that erase the location, by media type. BMP cannot contain one. */
const blankers = new Map<string, readonly Blank[]>([
  ['image/jpeg', [blankJpegLocation, blankVideoLocation]],
  ['image/png', [blankPngLocation]],
  ['image/webp', [blankWebpLocation]],
  ['image/gif', [blankGifLocation]],
  ['image/tiff', [blankExifLocation]],
  ['image/heic', [blankIsoMediaLocation, blankVideoLocation]],
  ['image/heif', [blankIsoMediaLocation, blankVideoLocation]],
  ['image/avif', [blankIsoMediaLocation]],
]);

/** Whether files of this media type may contain a location, which must be erased before delivery. */
export function mayContainLocation(type: string): boolean {
  return blankers.has(type);
}

/**
 * Returns a copy of a picture without its location: GPS data in Exif and XMP is overwritten. Everything else, including
 * the length, is unchanged. In a corrupt file only what can be found is erased. Never throws.
 * @param type media type, detected from the content; types that cannot contain a location are copied unchanged
 */
export function withoutLocation(bytes: Buffer, type: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const blank of blankers.get(type) ?? []) blank(copy);
  return copy;
}

/** Chunk size in bytes, as in a stream from disk. */
const chunkLength = 64 * 1024;

/**
 * The bytes of a stored file for delivery: a picture without its location. Always yields `file.size` bytes. A picture is
 * held in memory (30 MB at most); everything else is streamed.
 * @throws errors of the store's stream, and an error if a picture's stored size differs from `file.size`
 */
export async function* openWithoutLocation(store: FileStore, file: StoredFile): AsyncGenerator<Uint8Array> {
  const stored = store.open(file.storageKey) as AsyncIterable<Buffer>;
  if (!mayContainLocation(file.type)) {
    yield* stored;
    return;
  }
  const bytes = withoutLocation(await readExactly(stored, file.size), file.type);
  for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
}

/** Reads into a preallocated buffer: concatenating chunks would need twice the memory. */
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
