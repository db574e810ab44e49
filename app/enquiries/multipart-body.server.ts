import { randomBytes } from 'node:crypto';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { openWithoutLocation } from '#app/uploads/without-location.server.ts';

export interface MultipartBody {
  contentType: string;
  /** Bytes: known before the first one is read, so that the receiver is told. */
  contentLength: number;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * A multipart/form-data body (RFC 7578, names escaped as the HTML standard does) whose files come
 * from the store one at a time: pictures without the place where they were taken, all others streamed as they are.
 */
export function multipartBody(
  fields: readonly (readonly [name: string, value: string])[],
  fileField: string,
  files: readonly StoredFile[],
  store: FileStore,
): MultipartBody {
  const boundary = `----form${randomBytes(16).toString('hex')}`;
  const parts: { head: Buffer; file?: StoredFile }[] = [
    ...fields.map(([name, value]) => ({
      head: Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`),
    })),
    ...files.map((file) => ({
      head: Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(fileField)}"; ` +
          `filename="${escaped(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`,
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
      yield* openWithoutLocation(store, part.file);
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

function escaped(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
