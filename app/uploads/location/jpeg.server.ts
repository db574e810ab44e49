import { changeJoined, type ByteRange } from './byte-ranges.server.ts';
import { beginsWithTiff, blankExifLocation } from './exif.server.ts';
import { blankXmpLocation } from './xmp.server.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const exif = latin1('Exif\0');
const xmp = latin1('http://ns.adobe.com/xap/1.0/\0');
const xmpExtension = latin1('http://ns.adobe.com/xmp/extension/\0');
const signatures = [exif, xmp, xmpExtension];
const firstBytes = new Set(signatures.map((signature) => signature[0]));
/** The name of the text it belongs to; length of that text; where this piece stands in it (XMP part 3, 1.1.3.1). */
const extensionHead = { name: 32, length: 4, offset: 4 };

/**
 * Exif and XMP of a JPEG. Its APP1 segments are found by their signatures in the whole file, not by going from segment
 * to segment: phones append further pictures with segments of their own (CIPA DC-007), and a broken segment hides none.
 */
export function blankJpegLocation(bytes: Buffer): void {
  const exifBlocks: ByteRange[][] = [];
  const extensions = new Map<string, (ByteRange & { offset: number })[]>();
  for (const { start, end } of app1Segments(bytes)) {
    const segment = bytes.subarray(start, end);
    if (startsWith(segment, exif)) {
      // After the signature comes a byte of padding. Without a header it continues a block too long for one segment.
      const range = { start: start + exif.length + 1, end };
      const last = exifBlocks[exifBlocks.length - 1];
      if (last && !beginsWithTiff(bytes.subarray(range.start, range.end))) last.push(range);
      else exifBlocks.push([range]);
    } else if (startsWith(segment, xmp)) {
      blankXmpLocation(segment.subarray(xmp.length));
    } else if (startsWith(segment, xmpExtension)) {
      const { name, length, offset } = extensionHead;
      const head = segment.subarray(xmpExtension.length, xmpExtension.length + name + length + offset);
      if (head.length < name + length + offset) continue;
      const key = head.toString('latin1', 0, name);
      const piece = { start: start + xmpExtension.length + head.length, end, offset: head.readUInt32BE(name + length) };
      const pieces = extensions.get(key);
      if (pieces) pieces.push(piece);
      else extensions.set(key, [piece]);
    }
  }
  for (const ranges of exifBlocks) changeJoined(bytes, ranges, blankExifLocation);
  for (const pieces of extensions.values()) {
    pieces.sort((one, other) => one.offset - other.offset);
    changeJoined(bytes, pieces, blankXmpLocation);
  }
}

/** Far more than a photo has, its longest XMP included; looking at millions of tiny ones would hold up the server. */
const mostSegments = 10_000;

/** The contents of APP1 segments, each after the one before. */
function* app1Segments(bytes: Buffer): Generator<ByteRange> {
  let left = mostSegments;
  // Pixels have so many of these two bytes by chance that asking for each by a native search would take longer.
  for (let at = 0; at + 4 < bytes.length && left > 0; at += 1) {
    if (bytes[at] !== 0xff || bytes[at + 1] !== 0xe1 || !firstBytes.has(bytes[at + 4])) continue;
    const start = at + 4;
    const signature = bytes.subarray(start, start + xmpExtension.length);
    if (!signatures.some((known) => startsWith(signature, known))) continue;
    // The length counts its own two bytes.
    const end = Math.max(start, Math.min(at + 2 + bytes.readUInt16BE(at + 2), bytes.length));
    yield { start, end };
    left -= 1;
    at = end - 1;
  }
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}
