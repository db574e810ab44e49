import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A browser shows the response only after sending its whole body; beyond this size the connection is cut (bytes). */
const drainLimit = 1024 * 1024 * 1024;

/** A connection that sends nothing for this long is considered dead (ms). */
const idleTimeout = 60_000;

/** Maximum chunk size for the parser (bytes): one chunk of a socket could hold ten thousand empty parts. */
const maxChunkSize = 16 * 1024;

/**
 * Wraps a form's body: splits it into small chunks, ends it after {@link idleTimeout} of silence or beyond
 * {@link drainLimit}, and reports how it ended. Call `done` when finished.
 */
export function openRequestBody(body: ReadableStream<Uint8Array>) {
  const stream = inChunks(body);
  const silence = new AbortController();
  let received = 0;
  let tooLarge = false;
  let failed = false;
  let isAbandoned = false;
  let isOver = false;
  let lastReceived = 0;
  // Runs until `done`, even beyond the end of the body, so that a stuck parser cannot keep the visitor waiting.
  const idle = setTimeout(() => {
    const error = new Error('Idle timeout of the request body');
    stream.destroy(error);
    silence.abort(error);
  }, idleTimeout);
  stream.on('data', (chunk: Uint8Array) => {
    idle.refresh();
    received += chunk.length;
    if (received > drainLimit) {
      tooLarge = true;
      stream.destroy(new Error('The request body is too large'));
    }
  });
  stream.on('error', () => (failed = !isOver));
  // The data listener must not start the flow before the body is read.
  stream.pause();
  return {
    stream,
    signal: silence.signal,
    done: () => clearTimeout(idle),
    /** Whether data has arrived since the last call. */
    hasProgressed() {
      const hasProgressed = received > lastReceived;
      lastReceived = received;
      return hasProgressed;
    },
    /**
     * Stops parsing without closing the visitor's connection. The rest of the body is drained first, however slowly it
     * arrives, because responding before the body has ended would close the connection.
     */
    giveUp() {
      if (isAbandoned) return;
      isAbandoned = true;
      const end = () => {
        isOver = true;
        silence.abort(new Error('The parser did not finish'));
      };
      if (stream.readableEnded) {
        end();
        return;
      }
      stream.once('end', end);
      stream.unpipe();
      stream.resume();
    },
    failed: () => failed,
    tooLarge: () => tooLarge,
    aborted: () => failed && !tooLarge,
  };
}

function inChunks(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  let rest: Uint8Array = new Uint8Array();
  return new Readable({
    read() {
      next().then(
        (chunk) => this.push(chunk),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      const end = () => done(error);
      reader.cancel(error).then(end, end);
    },
  });

  /** The next chunk; null at the end. */
  async function next(): Promise<Uint8Array | null> {
    if (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return null;
      rest = value;
    }
    const chunk = rest.subarray(0, maxChunkSize);
    rest = rest.subarray(maxChunkSize);
    return chunk;
  }
}

/** Discards the rest of a body. Never rejects: the body itself reports how it ended. */
export async function drain(stream: Readable): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // `aborted` and `tooLarge` report what happened.
  }
}
