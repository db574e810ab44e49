import { Readable } from 'node:stream';
import type { FileStore } from './file-store.server.ts';
import type { StoredFile } from './stored-file.ts';

/** How a file is sent. */
interface Transfer {
  /** Whether browsers may show the file; otherwise they download it. */
  isShown?: boolean;
  /** Reads the file; yields `file.size` bytes. By default, the stored bytes. */
  read?: (store: FileStore, file: StoredFile) => AsyncIterable<Uint8Array>;
}

/**
 * Creates a response with a stored file, whose headers give the content no privileges in the browser.
 * @param headers further headers, such as those that keep the file out of caches
 * @returns undefined if the file is missing from the store
 */
export async function fileResponse(
  file: StoredFile,
  store: FileStore,
  headers: HeadersInit,
  { isShown = false, read = readStored }: Transfer = {},
): Promise<Response | undefined> {
  if ((await store.sizeOf(file.storageKey)) !== file.size) return undefined;
  const allHeaders = new Headers(headers);
  const disposition = isShown ? 'inline' : 'attachment';
  allHeaders.set('Content-Type', isShown ? file.type : 'application/octet-stream');
  allHeaders.set('Content-Length', String(file.size));
  allHeaders.set('Content-Disposition', `${disposition}; filename*=UTF-8''${encodeRfc8187(file.name)}`);
  // Browsers inject styles to centre a picture.
  const styles = isShown ? "style-src 'unsafe-inline'; " : '';
  allHeaders.set('Content-Security-Policy', `default-src 'none'; img-src 'self'; ${styles}sandbox`);
  allHeaders.set('X-Content-Type-Options', 'nosniff');
  return new Response(Readable.toWeb(Readable.from(read(store, file))) as ReadableStream, { headers: allHeaders });
}

const readStored = (store: FileStore, { storageKey }: StoredFile): AsyncIterable<Uint8Array> => store.open(storageKey);

/** Encodes a file name for a header (RFC 8187). */
function encodeRfc8187(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
