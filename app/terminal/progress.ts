/** Reports the progress of a long-running command on standard error. */
export interface Progress {
  /** @param text what has been done so far, in one line */
  report(text: string): void;
  /** Removes the line from a terminal, so that other output does not continue it. */
  end(): void;
}

/** How often a terminal shows a new text, and a file or a pipe gets a new line (ms). */
const intervals = { terminal: 200, file: 10_000 };
/** Work that takes less time needs no report on a terminal (ms). */
const silence = 1_000;

/** Starts a report: one line that is updated in place on a terminal, or else a new line now and then. */
export function openProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr): Progress {
  const interval = stream.isTTY ? intervals.terminal : intervals.file;
  let nextAt = performance.now() + Math.max(interval, silence);
  let hasLine = false;
  return {
    report(text) {
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + interval;
      // Erases the line first (ECMA-48, EL).
      stream.write(stream.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
      hasLine = stream.isTTY;
    },
    end() {
      if (hasLine) stream.write('\r\u001B[K');
      hasLine = false;
    },
  };
}
