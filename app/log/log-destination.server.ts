import { write, writeSync } from 'node:fs';

/** Where the log's lines go. */
export interface LogDestination {
  /** Accepts one line, with its line feed. */
  write(line: string): void;
  /** Writes the waiting lines synchronously, before the process exits. */
  flushSync(): void;
  /** The level of the next line, which pino sets on destinations that ask for metadata. */
  lastLevel: number;
}

/** How long lines are batched before they are written (ms). */
const batchTime = 10;
/** Size at which a batch is written at once (bytes). */
const fullBatch = 64 * 1024;
/** Usual capacity of a batch (bytes); it grows while an earlier batch takes long. */
const batchCapacity = 4 * fullBatch;
/** Maximum number of bytes that a UTF-16 code unit takes in UTF-8. */
const maxBytesPerUnit = 3;
/** Lines above this level (pino's number for "info") are written at once. */
const infoLevel = 30;
/** Delay before writing to a full pipe again (ms). */
const retryDelay = 100;

/**
 * Opens a destination that batches the lines of a few milliseconds and writes them in the background: one write per
 * line costs more than serving a cached page. Lines wait as bytes: as strings, they would outlive two collections of
 * V8's young generation on a busy server, and fill the old one. Warnings and errors are written at once, together with
 * the lines before them. At most one write is in progress, so a slow reader delays lines, but never the site.
 * @param descriptor a file descriptor, 1 for standard output
 * @param onError called if lines could not be written, for example with EPIPE after the reader has gone; they are lost
 */
export function openLogDestination(descriptor: number, onError: (error: Error) => void): LogDestination {
  let waiting = newBatch();
  /** Takes the next lines while `waiting` is written. */
  let spare = newBatch();
  let isWriting = false;
  /** Whether to write the next batch as soon as the current one is written. */
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = isWriting;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    [waiting, spare] = [spare, waiting];
    writeAll(spare.bytes.subarray(0, spare.length));
  }

  function writeAll(bytes: Buffer): void {
    write(descriptor, bytes, (error, written) => {
      // The pipe is non-blocking and full.
      if (error?.code === 'EAGAIN') {
        setTimeout(writeAll, retryDelay, bytes);
        return;
      }
      if (error) onError(error);
      else if (written < bytes.length) {
        writeAll(bytes.subarray(written));
        return;
      }
      spare = emptied(spare);
      isWriting = false;
      if (isDue) start();
    });
  }

  const destination = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: infoLevel,
    write(line: string) {
      append(waiting, line);
      if (destination.lastLevel > infoLevel || waiting.length >= fullBatch) start();
      else timer ??= setTimeout(start, batchTime);
    },
    flushSync() {
      const bytes = waiting.bytes.subarray(0, waiting.length);
      waiting = newBatch();
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      } catch (error) {
        onError(error as Error);
      }
    },
  };
  return destination;
}

/** Lines as UTF-8. */
interface Batch {
  bytes: Buffer;
  /** How many bytes are used. */
  length: number;
}

function newBatch(): Batch {
  return { bytes: Buffer.allocUnsafeSlow(batchCapacity), length: 0 };
}

/** Empties a batch; one that has grown is replaced. */
function emptied(batch: Batch): Batch {
  return batch.bytes.length > batchCapacity ? newBatch() : { bytes: batch.bytes, length: 0 };
}

function append(batch: Batch, line: string): void {
  const needed = batch.length + line.length * maxBytesPerUnit;
  if (needed > batch.bytes.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * batch.bytes.length));
    batch.bytes.copy(larger, 0, 0, batch.length);
    batch.bytes = larger;
  }
  batch.length += batch.bytes.write(line, batch.length);
}
