import { eraseExifLocation } from './exif.server.ts';
import { eraseXmpLocation } from './xmp.server.ts';

const fileHeaderLength = 12;
const chunkHeaderLength = 8;

/** Erases the location in the Exif and XMP chunks of a WebP (RFC 9649, section 2.7.1.5). */
export function eraseWebpLocation(bytes: Buffer): void {
  for (let at = fileHeaderLength; at + chunkHeaderLength <= bytes.length;) {
    const type = bytes.toString('latin1', at, at + 4);
    const start = at + chunkHeaderLength;
    const end = start + bytes.readUInt32LE(at + 4);
    if (type === 'EXIF') eraseExifLocation(bytes.subarray(start, end));
    // ImageMagick pads the name with a zero byte instead of a space.
    if (type === 'XMP ' || type === 'XMP\0') eraseXmpLocation(bytes.subarray(start, end));
    // Chunks start at even offsets.
    at = end + (end % 2);
  }
}
