import { type Logger, pino } from 'pino';
import { loggedError } from './logged-error.server.ts';

export type Log = Logger;

/**
 * Opens the log: JSON lines on standard output. Log ids, states and sizes, never what a visitor entered; errors are
 * reduced by {@link loggedError}.
 */
export function openLog(): Log {
  return pino({
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedError(error) },
  });
}
