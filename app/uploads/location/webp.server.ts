import { blankExifLocation } from './exif.server.ts';
import { blankXmpLocation } from './xmp.server.ts';

const fileHeadLength = 12;
const chunkHeadLength = 8;

/** Erases the location in the Exif and XMP chunks of a WebP (RFC 9649, section 2.7.1.5). */
export function blankWebpLocation(bytes: Buffer): void {
  for (let at = fileHeadLength; at + chunkHeadLength <= bytes.length;) {
    const type = bytes.toString('latin1', at, at + 4);
    const start = at + chunkHeadLength;
    const end = start + bytes.readUInt32LE(at + 4);
    if (type === 'EXIF') blankExifLocation(bytes.subarray(start, end));
    // ImageMagick ends the name with a zero byte instead of a space.
    if (type === 'XMP ' || type === 'XMP\0') blankXmpLocation(bytes.subarray(start, end));
    // Chunks start at even offsets.
    at = end + (end % 2);
  }
}
