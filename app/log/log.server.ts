import { type Logger, pino } from 'pino';
import { toLoggedError } from './logged-error.server.ts';

export type Log = Logger;

/**
 * Opens the log, which writes JSON lines to standard output. Log ids, states and sizes, never visitor input;
 * {@link toLoggedError} removes it from errors.
 */
export function openLog(): Log {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => toLoggedError(error) },
    },
    // Written in the background: lines that come while a write is in progress follow together. pino flushes at exit.
    pino.destination({ sync: false }),
  );
}
