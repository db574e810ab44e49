import type { Steps } from '#app/clock/time-slices.ts';
import { eraseXmpLocation } from './xmp.server.ts';

const xmpHeader = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
/**
 * Start of the "magic trailer", whose bytes count down so that readers that skip data blocks find the end of the
 * extension.
 */
const trailer = Buffer.from([0x01, 0xff, 0xfe, 0xfd]);

/** Maximum number of extensions with XMP; a GIF has at most one. */
const maxExtensions = 10_000;

/** Erases the location in the XMP of a GIF: an application extension without data blocks (XMP part 3, 1.1.2). */
export function* eraseGifLocation(bytes: Buffer): Steps<void> {
  let remaining = maxExtensions;
  for (let at = bytes.indexOf(xmpHeader); at >= 0 && remaining > 0; remaining -= 1) {
    const start = at + xmpHeader.length;
    const found = bytes.indexOf(trailer, start);
    const end = found < 0 ? bytes.length : found;
    yield* eraseXmpLocation(bytes.subarray(start, end));
    at = bytes.indexOf(xmpHeader, end);
    yield;
  }
}
