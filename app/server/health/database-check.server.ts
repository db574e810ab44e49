import { callInWorker } from '#app/database/worker.server.ts';

/** The last known condition of a database file; `checking` until the first check has finished. */
type DatabaseCondition = { state: 'checking' | 'sound' } | { state: 'damaged'; problems: string[] };

/** Checks a whole database file in a separate thread, because damage to a row goes unnoticed until the row is read. */
export interface DatabaseCheck {
  /** The result of the last completed check. */
  condition(): DatabaseCondition;
  /** Checks the file now. Never rejects: if the check cannot run, calls `onFailure` and keeps the last condition. */
  run(): Promise<void>;
}

/** Callbacks of {@link openDatabaseCheck}. */
export interface DatabaseCheckEvents {
  /** Called with the first condition and after each change. */
  onCondition: (condition: DatabaseCondition) => void;
  /** Called when a check could not run. */
  onFailure: (error: unknown) => void;
}

/** Creates a check of a SQLite database file. */
export function openDatabaseCheck(file: string, { onCondition, onFailure }: DatabaseCheckEvents): DatabaseCheck {
  let condition: DatabaseCondition = { state: 'checking' };
  return {
    condition: () => condition,
    async run() {
      try {
        const problems = await callInWorker<string[]>('app/database/integrity.server.js', 'quickCheck', file);
        const newCondition: DatabaseCondition =
          problems.length === 0 ? { state: 'sound' } : { state: 'damaged', problems };
        const hasChanged = newCondition.state !== condition.state;
        condition = newCondition;
        if (hasChanged) onCondition(newCondition);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}

/** The check of a database on a server, which verifies its own files. */
export const serverCheck: DatabaseCheck = { condition: () => ({ state: 'sound' }), run: () => Promise.resolve() };
