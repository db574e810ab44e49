import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * Browsers show the response only after sending the whole body, so it is drained up to this size (bytes). The
 * connection of a larger body is closed.
 */
const drainLimit = 1024 * 1024 * 1024;

/** A connection that sends nothing for this long is considered dead (ms). */
const idleTimeout = 60_000;

/** Maximum size of a chunk for the parser (bytes): one chunk from a socket could contain ten thousand empty parts. */
const maxChunkSize = 16 * 1024;

/**
 * Wraps the body of a form: splits it into small chunks, destroys it after {@link idleTimeout} of silence or beyond
 * {@link drainLimit}, and reports how it ended. Call `close` when finished.
 */
export function openRequestBody(body: ReadableStream<Uint8Array>) {
  const stream = inChunks(body);
  const abortParsing = new AbortController();
  let receivedBytes = 0;
  let isTooLarge = false;
  let hasFailed = false;
  let isStopping = false;
  let hasStopped = false;
  let lastReceivedBytes = 0;
  // Runs until `close`, even after the end of the body, so that a stuck parser cannot keep the visitor waiting.
  const idleTimer = setTimeout(() => {
    const error = new Error('The request body timed out');
    stream.destroy(error);
    abortParsing.abort(error);
  }, idleTimeout);
  stream.on('data', (chunk: Uint8Array) => {
    idleTimer.refresh();
    receivedBytes += chunk.length;
    if (receivedBytes > drainLimit) {
      isTooLarge = true;
      stream.destroy(new Error('The request body is too large'));
    }
  });
  stream.on('error', () => (hasFailed = !hasStopped));
  // The data listener started the flow; pause it until the body is read.
  stream.pause();
  return {
    stream,
    signal: abortParsing.signal,
    /** Stops the idle timeout. */
    close: () => clearTimeout(idleTimer),
    /** Whether data has arrived since the last call. */
    hasProgressed() {
      const hasNewData = receivedBytes > lastReceivedBytes;
      lastReceivedBytes = receivedBytes;
      return hasNewData;
    },
    /**
     * Makes the parser stop without closing the visitor's connection. The rest of the body is drained first, however
     * slowly it arrives, because a response before the end of the body would close the connection.
     */
    stopParsing() {
      if (isStopping) return;
      isStopping = true;
      const end = () => {
        hasStopped = true;
        abortParsing.abort(new Error('The parser did not finish'));
      };
      if (stream.readableEnded) {
        end();
        return;
      }
      stream.once('end', end);
      stream.unpipe();
      stream.resume();
    },
    /** Whether reading the body failed. */
    hasFailed: () => hasFailed,
    isTooLarge: () => isTooLarge,
    /** Whether the visitor's connection broke or timed out. */
    isAborted: () => hasFailed && !isTooLarge,
  };
}

function inChunks(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  let rest: Uint8Array = new Uint8Array();
  return new Readable({
    read() {
      nextChunk().then(
        (chunk) => this.push(chunk),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      const end = () => done(error);
      reader.cancel(error).then(end, end);
    },
  });

  /** Returns the next chunk; null at the end. */
  async function nextChunk(): Promise<Uint8Array | null> {
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

/** Discards the rest of a body. Never rejects: the wrapped body reports how it ended. */
export async function drain(stream: Readable): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // `isAborted` and `isTooLarge` report the cause.
  }
}
