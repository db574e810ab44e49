import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../database-error.ts';

/**
 * Detects a server that accepts connections but does not respond, such as one whose disk or machine hangs. Otherwise,
 * each of the ten statements of a request would wait for its own timeout.
 */
export interface SilenceWatch {
  /**
   * Waits for a response from the server, unless the server is known to be silent.
   * @throws {DatabaseUnavailableError} if the server is silent
   */
  expect<Output>(ask: () => Promise<Output>): Promise<Output>;
  /** Stops asking the server. */
  close(): void;
}

/** How long a response may take before the server is asked whether it is alive (ms). Slow statements take longer. */
const patience = 3_000;
/** How often a silent server is asked again (ms). */
const retryInterval = 1_000;

/**
 * Creates the watch of one server.
 * @param isSilent queries the server over a separate connection; false if it responds or rejects the query. The
 *   promise never rejects
 */
export function watchSilence(
  isSilent: () => Promise<boolean>,
  timing: { patience: number; retryInterval: number } = { patience, retryInterval },
): SilenceWatch {
  /** Ends the wait of everybody who is waiting. */
  const waiting = new Set<(error: Error) => void>();
  let silence: DatabaseUnavailableError | undefined;
  let isAsking = false;
  let isClosed = false;

  async function askUntilItResponds(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (!isClosed && (await isSilent())) {
      silence = new DatabaseUnavailableError('The database accepts connections, but does not respond');
      for (const giveUp of waiting) giveUp(silence);
      await pause(timing.retryInterval, undefined, { ref: false });
    }
    silence = undefined;
    isAsking = false;
  }

  return {
    async expect(ask) {
      if (silence) throw silence;
      const timer = setTimeout(() => void askUntilItResponds(), timing.patience);
      timer.unref();
      let giveUp: (error: Error) => void = () => undefined;
      const silent = new Promise<never>((_resolve, reject) => {
        giveUp = reject;
      });
      waiting.add(giveUp);
      try {
        return await Promise.race([ask(), silent]);
      } finally {
        clearTimeout(timer);
        waiting.delete(giveUp);
      }
    },
    close() {
      isClosed = true;
    },
  };
}
