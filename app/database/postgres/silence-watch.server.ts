import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../database-error.ts';

/**
 * Notices a server that accepts connections and answers nothing, such as one whose disk or machine hangs. Otherwise, each
 * of the ten statements of a request would wait for its own timeout.
 */
export interface SilenceWatch {
  /**
   * Waits for an answer of the server, but not once the server is known to be silent.
   * @throws {DatabaseUnavailableError} if the server is silent
   */
  expect<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** Stops asking the server. */
  close(): void;
}

/** How long an answer may take before the server is asked whether it is alive (ms). Slow statements take longer. */
const patience = 3_000;
/** How often a silent server is asked again (ms). */
const retryInterval = 1_000;

/**
 * Creates the watch of one server.
 * @param isSilent asks the server something over a connection of its own; false if it answers or refuses. Never rejects
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

  async function askUntilAnswered(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (!isClosed && (await isSilent())) {
      silence = new DatabaseUnavailableError('The database accepts connections, but does not answer');
      for (const giveUp of waiting) giveUp(silence);
      await pause(timing.retryInterval, undefined, { ref: false });
    }
    silence = undefined;
    isAsking = false;
  }

  return {
    async expect(ask) {
      if (silence) throw silence;
      const timer = setTimeout(() => void askUntilAnswered(), timing.patience);
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
