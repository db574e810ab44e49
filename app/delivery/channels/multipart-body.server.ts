import { randomBytes } from 'node:crypto';
import { openWithoutLocationMetadata } from '#app/uploads/location/strip-location-metadata.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/** A multipart body for streaming. */
export interface MultipartBody {
  contentType: string;
  /** In bytes; known before the first file is read. */
  contentLength: number;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Builds a multipart/form-data body (RFC 7578; names escaped as in the HTML standard) that reads its files from the
 * store one at a time. Images are stripped of location metadata; all other files are streamed unchanged.
 */
export function buildMultipartBody(
  fields: readonly (readonly [name: string, value: string])[],
  fileField: string,
  files: readonly StoredFile[],
  store: FileStore,
): MultipartBody {
  const boundary = `----form${randomBytes(16).toString('hex')}`;
  const parts: { head: Buffer; file?: StoredFile }[] = [
    ...fields.map(([name, value]) => ({
      head: Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
      ),
    })),
    ...files.map((file) => ({
      head: Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(fileField)}"; ` +
          `filename="${escapeName(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      ),
      file,
    })),
  ];
  const lineEnd = Buffer.from('\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);

  async function* chunks() {
    for (const part of parts) {
      yield part.head;
      if (!part.file) continue;
      yield* openWithoutLocationMetadata(store, part.file);
      yield lineEnd;
    }
    yield end;
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: parts.reduce(
      (sum, { head, file }) => sum + head.length + (file ? file.size + lineEnd.length : 0),
      end.length,
    ),
    chunks: chunks(),
  };
}

function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
