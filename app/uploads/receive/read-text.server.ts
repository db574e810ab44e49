import type { ReadableStream } from 'node:stream/web';
import { UploadAborted } from './read-upload.server.ts';
import { openRequestBody } from './request-body.server.ts';

/**
 * Reads the body of a request that is not a form as text (UTF-8). What exceeds the limit is drained, so that the sender
 * receives the response.
 * @param maxBytes size of the longest body that is read
 * @returns undefined if the body is longer
 * @throws {UploadAborted} if the connection breaks
 */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (!request.body) return '';
  const body = openRequestBody(request.body as ReadableStream<Uint8Array>);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body.stream as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch {
    // `isAborted` reports a broken connection; of a body beyond the limit of draining, the size says enough.
  }
  body.close();
  if (body.isAborted()) throw new UploadAborted();
  return size > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(chunks));
}
