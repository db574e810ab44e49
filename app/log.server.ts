import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Callers log ids, states and sizes, never what a visitor wrote. */
export function openLog(): Log {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
