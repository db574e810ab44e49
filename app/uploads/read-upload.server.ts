import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { StorageError } from './file-store.server.ts';

/** One file of a form as it arrives. `data` must be read to its end or left alone; the reader drains the rest. */
export interface FilePart {
  /** The name the browser sent, not cleaned. */
  filename: string;
  data: AsyncIterable<Uint8Array>;
}

/** What becomes of each file of a form. `Kept` is whatever the handler makes of it. */
export interface UploadHandler<Kept> {
  /**
   * Called once a file, one after the other; undefined where there was none, as from an empty file input.
   * Rejects only when the medium fails ({@link StorageError}).
   */
  receive(part: FilePart): Promise<Kept | undefined>;
  /** Undoes `receive`, when the visitor went away or the medium failed half-way. */
  discard(kept: Kept): Promise<void>;
}

export interface Upload<Kept> {
  fields: FormData;
  files: Kept[];
  /**
   * What was wrong with the body as a whole, if anything:
   * `unreadable` (no form, or cut short), `too_much` (more fields, text or bytes than any form of this
   * site sends), `storage_failed` (our fault; nothing was kept).
   */
  problem?: 'unreadable' | 'too_much' | 'storage_failed';
  /** The fault behind `storage_failed`, for the log. */
  cause?: unknown;
}

/** A boundary that is none (RFC 2046, section 5.1.1), as a form's content type may say it. */
const emptyBoundary = /;\s*boundary\s*=\s*"*\s*(?:;|$)/i;

/** The visitor's connection ended before the body did. Nothing of it was kept, and nobody waits for an answer. */
export class UploadAborted extends Error {
  override name = 'UploadAborted';
}

const fieldLimits = { fields: 200, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 20, files: 100 };

/** A refused upload reaches its browser only when the body has been read; past this much we stop being polite. */
const drainLimit = 1024 * 1024 * 1024;

/** A connection that sends nothing for this long is dead. */
const idleTimeout = 60_000;

/** How often the parser is looked after (ms): some malformed bodies it never comes to the end of. */
const parserPatience = 250;

/**
 * Reads a form post as a stream: fields into memory, each file through `handler`, whatever its field is
 * called: a file that was sent is never passed over. What is refused is still read to its end, so that the
 * answer arrives.
 *
 * @throws {UploadAborted} when the connection broke; everything received by then has been discarded.
 */
export async function readUpload<Kept>(request: Request, handler: UploadHandler<Kept>): Promise<Upload<Kept>> {
  const upload: Upload<Kept> = { fields: new FormData(), files: [] };
  if (!request.body) return { ...upload, problem: 'unreadable' };
  const body = watched(Readable.fromWeb(request.body as ReadableStream<Uint8Array>));

  let parser: InstanceType<typeof Busboy>;
  try {
    const contentType = request.headers.get('Content-Type') ?? '';
    if (emptyBoundary.test(contentType)) throw new Error('The parser would look for the end of nothing for ever');
    parser = new Busboy({ headers: { 'content-type': contentType }, limits: fieldLimits });
  } catch {
    // No content type, or one that is no form's.
    await drain(body.stream);
    body.done();
    if (body.aborted()) throw new UploadAborted();
    return { ...upload, problem: 'unreadable' };
  }

  const tooMuch = () => {
    upload.problem ??= 'too_much';
  };
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) tooMuch();
    upload.fields.append(name, value);
  });
  parser.on('fieldsLimit', tooMuch);
  parser.on('filesLimit', tooMuch);

  let receiving = Promise.resolve();
  const open = new Set<BusboyFileStream>();
  let newest: BusboyFileStream | undefined;
  let cut: BusboyFileStream | undefined;
  // When a body ends too early, the parser may end its last file as if it were whole. It is not to be trusted.
  parser.on('error', () => (cut = newest));
  parser.on('file', (_name, stream, filename: string | undefined) => {
    newest = stream;
    open.add(stream);
    stream.on('close', () => open.delete(stream));
    // Whoever reads the stream hears of its error; one that nobody reads must not end the process.
    stream.on('error', () => undefined);
    receiving = receiving
      .then(() =>
        upload.problem === 'storage_failed' ? undefined : receive({ filename: filename ?? '', data: read(stream) }),
      )
      .finally(() => stream.resume());
  });

  async function* read(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
    // A handler that stops reading must not destroy the stream: the parser would wait for it for ever.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    if (stream === cut) throw new Error('The body ended within this file');
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

  // With no file open the parser waits for nobody: what it has held since the last look, it holds for ever.
  let saysFinished = false;
  parser.on('finish', () => {
    saysFinished = true;
    // It may say so in the middle of a body, and takes no more of it.
    body.stream.resume();
  });
  const isStuck = () => open.size === 0 && (parser.writableLength > 0 || parser.writableEnded || saysFinished);
  let heldBefore = false;
  const looking = setInterval(() => {
    const holds = isStuck() && !body.hasMoved();
    if (holds && heldBefore) body.giveUp();
    heldBefore = holds;
  }, parserPatience);

  try {
    await pipeline(body.stream, parser, { signal: body.signal });
  } catch (error) {
    // A stream without its end would wait for the next byte for ever. Those before it are whole and stay readable.
    if (body.failed() || body.signal.aborted) for (const stream of open) stream.destroy(error as Error);
    else cut?.destroy(error as Error);
    upload.problem ??= body.tooLarge() ? 'too_much' : 'unreadable';
  }
  clearInterval(looking);
  await receiving;
  body.done();

  if (body.aborted() || upload.problem === 'storage_failed') {
    // Bytes that cannot be deleted now belong to nothing, and the sweep finds them.
    await Promise.allSettled(upload.files.splice(0).map((kept) => handler.discard(kept)));
  }
  if (body.aborted()) throw new UploadAborted();
  return upload;
}

/** The body with a watchdog for silence and a bound on its size, and what became of it. */
function watched(stream: Readable) {
  const silence = new AbortController();
  let received = 0;
  let tooLarge = false;
  let failed = false;
  let gaveUp = false;
  let seen = 0;
  // Runs until `done`, past the end of the body: a parser that waits for ever must not keep the visitor waiting.
  const idle = setTimeout(() => {
    const error = new Error('No data for too long');
    stream.destroy(error);
    silence.abort(error);
  }, idleTimeout);
  stream.on('data', (chunk: Uint8Array) => {
    idle.refresh();
    received += chunk.length;
    if (received > drainLimit) {
      tooLarge = true;
      stream.destroy(new Error('More data than any form sends'));
    }
  });
  stream.on('error', () => (failed = !gaveUp));
  // Counting must not start the flow before somebody reads.
  stream.pause();
  return {
    stream,
    signal: silence.signal,
    done: () => clearTimeout(idle),
    /** Whether more has come since this was asked last. */
    hasMoved() {
      const hasMoved = received > seen;
      seen = received;
      return hasMoved;
    },
    /** Ends the reading, not the visitor's connection: somebody waits for an answer. */
    giveUp() {
      gaveUp = true;
      silence.abort(new Error('The parser does not come to an end'));
    },
    failed: () => failed,
    tooLarge: () => tooLarge,
    aborted: () => failed && !tooLarge,
  };
}

async function drain(stream: Readable): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // `aborted` and `tooLarge` say what happened; there is no answer to lose.
  }
}
