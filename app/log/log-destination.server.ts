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
/** Lines above this level (pino's number for "info") are written at once. */
const infoLevel = 30;
/** Delay before writing to a full pipe again (ms). */
const retryDelay = 100;

/**
 * Opens a destination that batches the lines of a few milliseconds and writes them in the background: one write per
 * line costs more than serving a cached page. Warnings and errors are written at once, together with the lines before
 * them. At most one write is in progress, so a slow reader delays lines, but never the site.
 * @param descriptor a file descriptor, 1 for standard output
 * @param onError called if lines could not be written, for example with EPIPE after the reader has gone; they are lost
 */
export function openLogDestination(descriptor: number, onError: (error: Error) => void): LogDestination {
  let lines: string[] = [];
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || lines.length === 0) return;
    isWriting = true;
    const bytes = Buffer.from(lines.join(''));
    lines = [];
    writeAll(bytes);
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
      isWriting = false;
      start();
    });
  }

  const destination = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: infoLevel,
    write(line: string) {
      lines.push(line);
      if (destination.lastLevel > infoLevel) start();
      else timer ??= setTimeout(start, batchTime);
    },
    flushSync() {
      const bytes = Buffer.from(lines.join(''));
      lines = [];
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
