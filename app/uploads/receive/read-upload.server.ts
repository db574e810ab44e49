import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { StorageError } from '../storage/file-store.server.ts';
import { drain, openRequestBody } from './request-body.server.ts';

/**
 * One file of a form while it is received. The handler may stop reading `data` at any point; the reader drains the
 * rest.
 */
export interface FilePart {
  /** The name of its field. */
  field: string;
  /** The name as sent by the browser, not sanitised. */
  filename: string;
  data: AsyncIterable<Uint8Array>;
}

/** Processes each file of a form. `Outcome` is its result for one file. */
export interface UploadHandler<Outcome> {
  /**
   * Called once per file, sequentially. Resolves to undefined for a part without a file, as from an empty file input.
   * @throws {StorageError} if the storage medium fails; nothing else
   */
  receive(part: FilePart): Promise<Outcome | undefined>;
  /** Undoes `receive` if the visitor disconnects or the storage medium fails. */
  discard(outcome: Outcome): Promise<void>;
}

/** The result of reading a form submission. */
export interface Upload<Outcome> {
  fields: FormData;
  files: Outcome[];
  /**
   * The problem with the body as a whole, if any: `unreadable` (not a form, or truncated), `too_much` (more fields,
   * text or bytes than any form of this site sends), `busy` (interrupted in favour of another request; the files
   * received by then are stored), `storage_failed` (no files are stored).
   */
  problem?: 'unreadable' | 'too_much' | 'busy' | 'storage_failed';
  /** The error behind `storage_failed`, for the log. */
  cause?: unknown;
}

/** Matches an empty boundary parameter, which is invalid (RFC 2046, section 5.1.1). */
const emptyBoundaryPattern = /;\s*boundary\s*=\s*(?:"+\s*)?(?:;|$)/i;

/** Thrown if the visitor's connection breaks before the body ends. Nothing is stored, and no response is needed. */
export class UploadAborted extends Error {
  override name = 'UploadAborted';
}

/** How much of a form is read. What exceeds it is drained, and reported as `too_much`. */
export interface FormLimits {
  /** Maximum number of fields. */
  fields: number;
  /** Maximum number of files. */
  files: number;
  /** Maximum total length of the names and values of all fields (UTF-16 code units). */
  text: number;
}

/** The limits of the public forms: twice as much text as the fields of any of them allow. */
const publicFormLimits: FormLimits = { fields: 200, files: 100, text: 64 * 1024 };

/** Limits of one field (bytes), whatever the form. */
const fieldLimits = { fieldSize: 64 * 1024, fieldNameSize: 100 };
/** Part headers hold only names and a type; a file name longer than 4 kB is truncated. */
const headerLimits = { headerPairs: 20, headerSize: 4 * 1024 };
/** Maximum number of parts without a field or file, such as empty ones. */
const maxOtherParts = 100;

/** How long the rest of an interrupted body is drained so that the browser receives the response (ms). */
const interruptedDrainTimeout = 30_000;

/** Interval of the check for a stuck parser (ms): on some malformed bodies, it never finishes. */
const stuckCheckInterval = 250;

/**
 * Reads a form submission as a stream: fields into memory, each file through `handler`. Files are accepted under any field
 * name, so that none is ignored. Rejected content is drained as well, so that the browser receives the response.
 *
 * @param options.limits how much is read, by default as much as from a public form
 * @param options.evictionSignal aborts when another request needs this one's slot; the result then contains the data
 *   received so far
 * @throws {UploadAborted} if the connection breaks; everything received is discarded
 */
export async function readUpload<Outcome>(
  request: Request,
  handler: UploadHandler<Outcome>,
  { limits = publicFormLimits, evictionSignal }: { limits?: FormLimits; evictionSignal?: AbortSignal | undefined } = {},
): Promise<Upload<Outcome>> {
  const upload: Upload<Outcome> = { fields: new FormData(), files: [] };
  if (!request.body) return { ...upload, problem: 'unreadable' };
  const body = openRequestBody(request.body as ReadableStream<Uint8Array>);

  let parser: InstanceType<typeof Busboy>;
  try {
    const contentType = request.headers.get('Content-Type') ?? '';
    if (emptyBoundaryPattern.test(contentType)) throw new Error('The boundary is empty: the parser would never finish');
    const { fields, files } = limits;
    // One more field than allowed: the parser may ignore those beyond its limit without a word.
    const partLimits = { fields: fields + 1, files, parts: fields + files + maxOtherParts };
    parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...fieldLimits, ...headerLimits, ...partLimits },
    });
  } catch {
    // The content type is missing or does not belong to a form.
    await drain(body.stream);
    body.close();
    if (body.isAborted()) throw new UploadAborted();
    return { ...upload, problem: 'unreadable' };
  }

  const reportTooMuch = () => {
    upload.problem ??= 'too_much';
  };
  let fieldsLeft = limits.fields;
  let textLeft = limits.text;
  parser.on('field', (name: string | undefined, value, nameTruncated, valueTruncated) => {
    // No form of a browser has a field without a name.
    if (name === undefined) return;
    fieldsLeft -= 1;
    if (fieldsLeft < 0) {
      reportTooMuch();
      return;
    }
    textLeft = Math.max(0, textLeft - name.length);
    if (nameTruncated || valueTruncated || value.length > textLeft) reportTooMuch();
    // The text is processed and sent back several times, so its length must be bounded.
    const text = value.slice(0, textLeft);
    textLeft -= text.length;
    upload.fields.append(name, text);
  });
  parser.on('fieldsLimit', reportTooMuch);
  parser.on('filesLimit', reportTooMuch);
  parser.on('partsLimit', () => {
    reportTooMuch();
    // Parsing a part takes as long as parsing a hundred bytes, and ten megabytes can hold a million empty parts.
    body.stopParsing();
  });

  let receiving = Promise.resolve();
  const openStreams = new Set<BusboyFileStream>();
  let lastStream: BusboyFileStream | undefined;
  let truncatedStream: BusboyFileStream | undefined;
  // If the body is truncated, the parser may end the last file as if it were complete.
  parser.on('error', () => (truncatedStream = lastStream));
  parser.on('file', (field: string | undefined, stream, filename: string | undefined) => {
    lastStream = stream;
    openStreams.add(stream);
    stream.on('close', () => openStreams.delete(stream));
    // The reader of the stream receives the error too. Without this listener, an unread stream would crash the process.
    stream.on('error', () => undefined);
    receiving = receiving
      .then(() =>
        upload.problem === 'storage_failed'
          ? undefined
          : receive({ field: field ?? '', filename: filename ?? '', data: read(stream) }),
      )
      .finally(() => stream.resume());
  });

  async function* read(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
    // A handler that stops reading must not destroy the stream: the parser would wait for it forever.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    if (stream === truncatedStream) throw new Error('The body ended in the middle of a file');
  }

  async function receive(part: FilePart): Promise<void> {
    try {
      const outcome = await handler.receive(part);
      if (outcome !== undefined) upload.files.push(outcome);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      upload.problem = 'storage_failed';
      upload.cause = error;
    }
  }

  // Without an open file, the parser waits for nothing: data still buffered since the last check will never be
  // processed.
  let isFinished = false;
  parser.on('finish', () => {
    isFinished = true;
    // The parser may finish in the middle of a body, and then reads no more of it.
    body.stream.resume();
  });
  const isStuck = () => openStreams.size === 0 && (parser.writableLength > 0 || parser.writableEnded || isFinished);
  let wasStuck = false;
  const stuckCheck = setInterval(() => {
    const isStillStuck = isStuck() && !body.hasProgressed();
    if (isStillStuck && wasStuck) body.stopParsing();
    wasStuck = isStillStuck;
  }, stuckCheckInterval);

  const interrupted = new Promise<never>((_, reject) => {
    evictionSignal?.addEventListener('abort', () => {
      upload.problem ??= 'busy';
      body.stopParsing();
      setTimeout(() => reject(new Error('Interrupted in favour of another request')), interruptedDrainTimeout).unref();
    });
  });
  try {
    await Promise.race([pipeline(body.stream, parser, { signal: body.signal }), interrupted]);
  } catch (error) {
    // An unfinished stream would wait for its next byte forever. Earlier streams are complete and remain readable.
    if (body.hasFailed() || body.signal.aborted || evictionSignal?.aborted)
      for (const stream of openStreams) stream.destroy(error as Error);
    else truncatedStream?.destroy(error as Error);
    upload.problem ??= body.isTooLarge() ? 'too_much' : 'unreadable';
  }
  clearInterval(stuckCheck);
  await receiving;
  body.close();

  if (body.isAborted() || upload.problem === 'storage_failed') {
    // Files that cannot be deleted now are orphans, which the sweep removes.
    await Promise.allSettled(upload.files.splice(0).map((outcome) => handler.discard(outcome)));
  }
  if (body.isAborted()) throw new UploadAborted();
  return upload;
}
