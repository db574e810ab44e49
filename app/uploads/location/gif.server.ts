import { blankXmpLocation } from './xmp.server.ts';

const head = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
/** Start of the "magic trailer", which counts down so that readers of data blocks find the end of the extension. */
const trailer = Buffer.from([0x01, 0xff, 0xfe, 0xfd]);

/** Erases the location in a GIF's XMP, which an application extension holds without data blocks (XMP part 3, 1.1.2). */
export function blankGifLocation(bytes: Buffer): void {
  for (let at = bytes.indexOf(head); at >= 0;) {
    const start = at + head.length;
    const found = bytes.indexOf(trailer, start);
    const end = found < 0 ? bytes.length : found;
    blankXmpLocation(bytes.subarray(start, end));
    at = bytes.indexOf(head, end);
  }
}
