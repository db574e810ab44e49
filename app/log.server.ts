import { pino, type Logger } from 'pino';
import { loggedFault } from './observation/fault.server.ts';

export type Log = Logger;

/**
 * JSON lines on standard output. Callers log ids, states and sizes, never what a visitor wrote; of errors stays what
 * {@link loggedFault} leaves.
 */
export function openLog(): Log {
  return pino({
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedFault(error) },
  });
}
