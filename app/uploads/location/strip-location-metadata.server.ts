import { type AsyncSteps, runInSlices, type Steps } from '#app/clock/time-slices.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import { readStoredFile } from '../storage/read-stored-file.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { eraseExifLocation } from './exif.server.ts';
import { eraseGifLocation } from './gif.server.ts';
import { eraseIsoMediaLocation } from './iso-media.server.ts';
import { eraseJpegLocation } from './jpeg.server.ts';
import { erasePngLocation } from './png.server.ts';
import { eraseVideoLocation } from './video.server.ts';
import { eraseWebpLocation } from './webp.server.ts';

type Eraser = (bytes: Buffer) => Steps<void> | AsyncSteps<void>;

/** The functions that erase location metadata, by media type. A BMP cannot contain any. */
const erasersByType = new Map<string, readonly Eraser[]>([
  ['image/jpeg', [eraseJpegLocation, eraseVideoLocation]],
  ['image/png', [erasePngLocation]],
  ['image/webp', [eraseWebpLocation]],
  ['image/gif', [eraseGifLocation]],
  ['image/tiff', [eraseExifLocation]],
  ['image/heic', [eraseIsoMediaLocation, eraseVideoLocation]],
  ['image/heif', [eraseIsoMediaLocation, eraseVideoLocation]],
  ['image/avif', [eraseIsoMediaLocation]],
]);

/** Whether files of this media type may contain location metadata, which must be erased before delivery. */
export function mayContainLocationMetadata(type: string): boolean {
  return erasersByType.has(type);
}

/**
 * Returns a copy of a picture without its location metadata: GPS data in Exif and XMP is overwritten. Everything else,
 * including the length, is unchanged. In a corrupt file some location metadata may remain. Never rejects.
 * @param type media type, detected from the content. Files of types without location metadata are copied unchanged.
 */
export async function stripLocationMetadata(bytes: Buffer, type: string): Promise<Buffer> {
  const copy = Buffer.from(bytes);
  await eraseLocation(copy, type);
  return copy;
}

/** The erasure that was started last. */
let lastErasure = Promise.resolve();

/**
 * Erases the location metadata of a picture in place, and lets the event loop run in between. One picture after another:
 * several at once would need more memory, and be no faster on a single thread.
 */
function eraseLocation(bytes: Buffer, type: string): Promise<void> {
  const erasure = lastErasure.then(async () => {
    for (const erase of erasersByType.get(type) ?? []) await runInSlices(erase(bytes));
  });
  lastErasure = erasure.catch(() => undefined);
  return erasure;
}

/** Chunk size (bytes), as in a stream from disk. */
const chunkLength = 64 * 1024;

/**
 * Reads a stored file for delivery, without the location metadata of a picture. Always yields `file.size` bytes. A picture
 * is held in memory (at most 30 MB); other files are streamed.
 * @throws errors of the store's stream, and an error if the stored size of a picture differs from `file.size`
 */
export async function* openWithoutLocationMetadata(store: FileStore, file: StoredFile): AsyncGenerator<Uint8Array> {
  if (!mayContainLocationMetadata(file.type)) {
    yield* store.open(file.storageKey) as AsyncIterable<Buffer>;
    return;
  }
  const bytes = await readStoredFile(store, file);
  await eraseLocation(bytes, file.type);
  for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
}
