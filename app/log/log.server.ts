import { type Logger, pino } from 'pino';
import { openLogDestination } from './log-destination.server.ts';
import { toLoggedError } from './logged-error.server.ts';

export type Log = Logger;

/**
 * Opens the log, which writes JSON lines to standard output. Log ids, states and sizes, never visitor input;
 * {@link toLoggedError} removes it from errors.
 */
export function openLog(): Log {
  const destination = openLogDestination(1, (error) => console.error(`The log could not be written: ${error.message}`));
  process.once('exit', () => destination.flushSync());
  return pino(
    {
      base: null,
      timestamp: isoTime,
      serializers: { err: (error: unknown) => toLoggedError(error) },
    },
    destination,
  );
}

let lastTime = 0;
let lastField = '';

/** Formats the time for pino, once per millisecond: lines of a busy server share it. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastField = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastField;
}
