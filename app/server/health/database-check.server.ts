import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The known condition of a database file: `checking` until the first check has finished. */
type DatabaseCondition = { state: 'checking' | 'sound' } | { state: 'damaged'; problems: string[] };

/** Checks a whole database file in a separate thread, because damage goes unnoticed until a row is read. */
export interface DatabaseCheck {
  condition(): DatabaseCondition;
  /** Checks it now. Never rejects: if the check fails, the condition is unchanged and `onFailure` is called. */
  run(): Promise<void>;
}

/** Callbacks of {@link openDatabaseCheck}. */
export interface DatabaseCheckEvents {
  /** The first condition, and each change. */
  onCondition: (condition: DatabaseCondition) => void;
  /** A check could not be made. */
  onFailure: (error: unknown) => void;
}

/** Opens the check of a SQLite file. */
export function openDatabaseCheck(file: string, { onCondition, onFailure }: DatabaseCheckEvents): DatabaseCheck {
  let condition: DatabaseCondition = { state: 'checking' };
  return {
    condition: () => condition,
    async run() {
      try {
        const problems = await problemsOf(file);
        const found: DatabaseCondition = problems.length === 0 ? { state: 'sound' } : { state: 'damaged', problems };
        const hasChanged = found.state !== condition.state;
        condition = found;
        if (hasChanged) onCondition(found);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}

/** Source of the worker. Inline, because the app is bundled; it imports the check from its source file. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ quickCheck }) => parentPort.postMessage(quickCheck(workerData.file)));
`;

function problemsOf(file: string): Promise<string[]> {
  const module = pathToFileURL(resolve('app/database/integrity.server.ts')).href;
  return new Promise((fulfil, reject) => {
    // Without the site's exec arguments, such as its event loop monitor.
    const worker = new Worker(thread, { eval: true, workerData: { module, file }, execArgv: [], env: {} });
    worker.once('message', fulfil);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check ended without a result')));
    worker.unref();
  });
}
