import type { Steps } from '#app/clock/time-slices.ts';
import { type ByteRange, editAsContiguous } from './byte-ranges.server.ts';
import { eraseExifLocation, hasTiffHeader } from './exif.server.ts';
import { eraseXmpLocation } from './xmp.server.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const exif = latin1('Exif\0');
const xmp = latin1('http://ns.adobe.com/xap/1.0/\0');
const xmpExtension = latin1('http://ns.adobe.com/xmp/extension/\0');
const signatures = [exif, xmp, xmpExtension];
const firstBytes = new Set(signatures.map((signature) => signature[0]));
/** Field sizes (bytes): GUID of the extended packet, its full length, offset of this portion (XMP part 3, 1.1.3.1). */
const extensionFieldSizes = { guid: 32, length: 4, offset: 4 };

/**
 * Erases the location in the Exif and XMP of a JPEG. The whole file is searched for the signatures of APP1 segments
 * instead of following the segments: phones append more pictures, which have their own segments (CIPA DC-007), and a
 * corrupt segment must not hide others.
 */
export function* eraseJpegLocation(bytes: Buffer): Steps<void> {
  const exifBlocks: ByteRange[][] = [];
  const extensions = new Map<string, (ByteRange & { offset: number })[]>();
  for (const { start, end } of yield* findApp1Segments(bytes)) {
    yield;
    const segment = bytes.subarray(start, end);
    if (startsWith(segment, exif)) {
      // A padding byte follows the signature. A segment without a TIFF header continues the previous block.
      const range = { start: start + exif.length + 1, end };
      const previousBlock = exifBlocks[exifBlocks.length - 1];
      if (previousBlock && !hasTiffHeader(bytes.subarray(range.start, range.end))) previousBlock.push(range);
      else exifBlocks.push([range]);
    } else if (startsWith(segment, xmp)) {
      yield* eraseXmpLocation(segment.subarray(xmp.length));
    } else if (startsWith(segment, xmpExtension)) {
      const { guid, length, offset } = extensionFieldSizes;
      const header = segment.subarray(xmpExtension.length, xmpExtension.length + guid + length + offset);
      if (header.length < guid + length + offset) continue;
      const key = header.toString('latin1', 0, guid);
      const portion = {
        start: start + xmpExtension.length + header.length,
        end,
        offset: header.readUInt32BE(guid + length),
      };
      const portions = extensions.get(key);
      if (portions) portions.push(portion);
      else extensions.set(key, [portion]);
    }
  }
  for (const ranges of exifBlocks) yield* editAsContiguous(bytes, ranges, eraseExifLocation);
  for (const portions of extensions.values()) {
    portions.sort((a, b) => a.offset - b.offset);
    yield* editAsContiguous(bytes, portions, eraseXmpLocation);
  }
}

/** Far more than a photo with long XMP has. Processing millions of tiny segments would block the server. */
const maxSegments = 10_000;

/** Length of a stretch that is searched in one step (bytes), which takes a millisecond at most. */
const stride = 128 * 1024;

/** Returns the content ranges of the APP1 segments, in order. */
function* findApp1Segments(bytes: Buffer): Steps<ByteRange[]> {
  const segments: ByteRange[] = [];
  for (let at = 0; at < bytes.length && segments.length < maxSegments;) {
    const pauseAt = at + stride;
    while (at < pauseAt && segments.length < maxSegments) {
      at = findApp1(bytes, at, pauseAt);
      if (at >= pauseAt) break;
      const start = at + 4;
      // The length includes its own two bytes.
      const end = Math.max(start, Math.min(at + 2 + bytes.readUInt16BE(at + 2), bytes.length));
      segments.push({ start, end });
      at = end;
    }
    yield;
  }
  return segments;
}

/** Returns the offset of the first APP1 segment with a known signature that begins in a stretch, or its end. */
function findApp1(bytes: Buffer, from: number, to: number): number {
  // A native search for the marker would be slower, because its first byte is common in image data.
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== 0xff || bytes[at + 1] !== 0xe1 || !firstBytes.has(bytes[at + 4])) continue;
    const signature = bytes.subarray(at + 4, at + 4 + xmpExtension.length);
    if (signatures.some((candidate) => startsWith(signature, candidate))) return at;
  }
  return to;
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}
