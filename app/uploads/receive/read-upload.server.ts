import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { StorageError } from '../storage/file-store.server.ts';
import { drain, openRequestBody } from './request-body.server.ts';

/** One file of a form being received. The handler may stop reading `data` at any point; the reader drains the rest. */
export interface FilePart {
  /** The name as sent by the browser, not sanitised. */
  filename: string;
  data: AsyncIterable<Uint8Array>;
}

/** Processes each file of a form. `Kept` is the handler's result for one file. */
export interface UploadHandler<Kept> {
  /**
   * Called once per file, sequentially. Resolves to undefined for a part without a file, as from an empty file input.
   * @throws {StorageError} if the storage medium fails; nothing else
   */
  receive(part: FilePart): Promise<Kept | undefined>;
  /** Undoes `receive` after the visitor disconnected or the storage medium failed. */
  discard(kept: Kept): Promise<void>;
}

/** The result of reading a form post. */
export interface Upload<Kept> {
  fields: FormData;
  files: Kept[];
  /**
   * The problem with the body as a whole, if any:
   * `unreadable` (not a form, or truncated), `too_much` (more fields, text or bytes than any form of this site sends),
   * `busy` (interrupted in favour of another request; what had arrived is kept), `storage_failed` (no files were kept).
   */
  problem?: 'unreadable' | 'too_much' | 'busy' | 'storage_failed';
  /** The error behind `storage_failed`, for the log. */
  cause?: unknown;
}

/** Matches an empty boundary parameter, which is invalid (RFC 2046, section 5.1.1). */
const emptyBoundary = /;\s*boundary\s*=\s*"*\s*(?:;|$)/i;

/** The visitor's connection broke before the body ended. Nothing was kept, and nobody waits for a response. */
export class UploadAborted extends Error {
  override name = 'UploadAborted';
}

const fieldLimits = { fields: 200, fieldSize: 64 * 1024, fieldNameSize: 100, files: 100 };
/** Part headers hold only names and a type; a file name longer than 4 kB is truncated. */
const partLimits = { parts: 400, headerPairs: 20, headerSize: 4 * 1024 };
/** Total length of all text fields (characters): twice what a form's fields allow. */
const maxTotalText = 64 * 1024;

/** How long the rest of an interrupted body is drained, so that the response arrives (ms). */
const interruptedDrainTimeout = 30_000;

/** Interval of the check for a stuck parser (ms): it never finishes some malformed bodies. */
const stuckCheckInterval = 250;

/**
 * Reads a form post as a stream: fields into memory, each file through `handler`. Files are accepted under any field
 * name, so that none is ignored. Refused content is still drained, so that the response reaches the browser.
 *
 * @param evictionSignal aborts when another request needs this one's slot; what has arrived by then is the result
 * @throws {UploadAborted} if the connection broke; everything received has been discarded
 */
export async function readUpload<Kept>(
  request: Request,
  handler: UploadHandler<Kept>,
  evictionSignal?: AbortSignal,
): Promise<Upload<Kept>> {
  const upload: Upload<Kept> = { fields: new FormData(), files: [] };
  if (!request.body) return { ...upload, problem: 'unreadable' };
  const body = openRequestBody(request.body as ReadableStream<Uint8Array>);

  let parser: InstanceType<typeof Busboy>;
  try {
    const contentType = request.headers.get('Content-Type') ?? '';
    if (emptyBoundary.test(contentType)) throw new Error('The parser would never finish with an empty boundary');
    parser = new Busboy({ headers: { 'content-type': contentType }, limits: { ...fieldLimits, ...partLimits } });
  } catch {
    // The content type is missing or not that of a form.
    await drain(body.stream);
    body.done();
    if (body.aborted()) throw new UploadAborted();
    return { ...upload, problem: 'unreadable' };
  }

  const tooMuch = () => {
    upload.problem ??= 'too_much';
  };
  let textLeft = maxTotalText;
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated || value.length > textLeft) tooMuch();
    // The text is processed and sent back repeatedly, so its length must be bounded.
    const kept = value.slice(0, textLeft);
    textLeft -= kept.length;
    upload.fields.append(name, kept);
  });
  parser.on('fieldsLimit', tooMuch);
  parser.on('filesLimit', tooMuch);
  parser.on('partsLimit', () => {
    tooMuch();
    // A part costs the parser as much as a hundred bytes, and ten megabytes can hold a million empty parts.
    body.giveUp();
  });

  let receiving = Promise.resolve();
  const open = new Set<BusboyFileStream>();
  let newest: BusboyFileStream | undefined;
  let truncated: BusboyFileStream | undefined;
  // When a body is truncated, the parser may end its last file as if it were complete.
  parser.on('error', () => (truncated = newest));
  parser.on('file', (_name, stream, filename: string | undefined) => {
    newest = stream;
    open.add(stream);
    stream.on('close', () => open.delete(stream));
    // The reader gets the error too; without this listener, an unread stream would crash the process.
    stream.on('error', () => undefined);
    receiving = receiving
      .then(() =>
        upload.problem === 'storage_failed' ? undefined : receive({ filename: filename ?? '', data: read(stream) }),
      )
      .finally(() => stream.resume());
  });

  async function* read(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
    // A handler that stops reading must not destroy the stream: the parser would wait for it forever.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    if (stream === truncated) throw new Error('The body ended within this file');
  }

  async function receive(part: FilePart): Promise<void> {
    try {
      const kept = await handler.receive(part);
      if (kept !== undefined) upload.files.push(kept);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      upload.problem = 'storage_failed';
      upload.cause = error;
    }
  }

  // With no file open the parser waits for nothing: data it has held since the last check will never be processed.
  let isFinished = false;
  parser.on('finish', () => {
    isFinished = true;
    // It may finish in the middle of a body, and then reads no more of it.
    body.stream.resume();
  });
  const isStuck = () => open.size === 0 && (parser.writableLength > 0 || parser.writableEnded || isFinished);
  let wasStuck = false;
  const stuckCheck = setInterval(() => {
    const isStillStuck = isStuck() && !body.hasProgressed();
    if (isStillStuck && wasStuck) body.giveUp();
    wasStuck = isStillStuck;
  }, stuckCheckInterval);

  const interrupted = new Promise<never>((_, reject) => {
    evictionSignal?.addEventListener('abort', () => {
      upload.problem ??= 'busy';
      body.giveUp();
      setTimeout(() => reject(new Error('Interrupted in favour of another request')), interruptedDrainTimeout).unref();
    });
  });
  try {
    await Promise.race([pipeline(body.stream, parser, { signal: body.signal }), interrupted]);
  } catch (error) {
    // An unfinished stream would wait for its next byte forever. Earlier ones are complete and remain readable.
    if (body.failed() || body.signal.aborted || evictionSignal?.aborted)
      for (const stream of open) stream.destroy(error as Error);
    else truncated?.destroy(error as Error);
    upload.problem ??= body.tooLarge() ? 'too_much' : 'unreadable';
  }
  clearInterval(stuckCheck);
  await receiving;
  body.done();

  if (body.aborted() || upload.problem === 'storage_failed') {
    // Files that cannot be deleted now are orphans, which the sweep removes.
    await Promise.allSettled(upload.files.splice(0).map((kept) => handler.discard(kept)));
  }
  if (body.aborted()) throw new UploadAborted();
  return upload;
}
