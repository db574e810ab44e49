import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

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
        const problems = await findProblems(file);
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

/** Source of the worker. It is inline because the app is bundled; it imports the check from the source file. */
const workerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ quickCheck }) => parentPort.postMessage(quickCheck(workerData.file)));
`;

function findProblems(file: string): Promise<string[]> {
  const module = pathToFileURL(resolve('app/database/integrity.server.js')).href;
  return new Promise((resolvePromise, reject) => {
    // The worker does not need the site's Node options, such as its event loop monitor.
    const worker = new Worker(workerSource, { eval: true, workerData: { module, file }, execArgv: [], env: {} });
    worker.once('message', resolvePromise);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The database check ended without a result')));
    worker.unref();
  });
}
