import type { Steps } from '#app/clock/time-slices.ts';
import { eraseExifLocation } from './exif.server.ts';
import { eraseXmpLocation } from './xmp.server.ts';

const fileHeaderLength = 12;
const chunkHeaderLength = 8;

/** Maximum number of chunks with metadata; a WebP has at most two. */
const maxChunks = 10_000;

const exifType = Buffer.from('EXIF').readUInt32BE();
/** ImageMagick pads the name with a zero byte instead of a space. */
const xmpTypes = new Set(['XMP ', 'XMP\0'].map((type) => Buffer.from(type).readUInt32BE()));

/** Number of chunks that are skipped in one step. */
const stride = 10_000;

/** Erases the location in the Exif and XMP chunks of a WebP (RFC 9649, section 2.7.1.5). */
export function* eraseWebpLocation(bytes: Buffer): Steps<void> {
  let remaining = maxChunks;
  let count = 0;
  for (let at = fileHeaderLength; at + chunkHeaderLength <= bytes.length && remaining > 0;) {
    const type = bytes.readUInt32BE(at);
    const start = at + chunkHeaderLength;
    const end = start + bytes.readUInt32LE(at + 4);
    // Chunks start at even offsets.
    at = end + (end % 2);
    if (type === exifType) yield* eraseExifLocation(bytes.subarray(start, end));
    else if (xmpTypes.has(type)) yield* eraseXmpLocation(bytes.subarray(start, end));
    else {
      if ((count += 1) % stride === 0) yield;
      continue;
    }
    remaining -= 1;
    yield;
  }
}
