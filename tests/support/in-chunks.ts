import { Readable } from 'node:stream';

/** Streams bytes in chunks, as the file store does. */
export function inChunks(bytes: Uint8Array, length = 64 * 1024): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    })(),
  );
}
