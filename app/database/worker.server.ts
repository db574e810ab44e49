import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Source of the worker. It is inline because the app is bundled; it imports the function from the source file. */
const workerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { path, name, file } = workerData;
  import(path).then((module) => parentPort.postMessage(module[name](file)));
`;

/**
 * Calls a function that blocks its thread in a thread of its own.
 * @param module path of a plain JavaScript file from the project's folder
 * @param name name of the exported function
 * @param file path of a database, the argument of the function
 * @throws what the function throws
 */
export function callInWorker<Result>(module: string, name: string, file: string): Promise<Result> {
  const path = pathToFileURL(resolve(module)).href;
  return new Promise((fulfil, reject) => {
    // The worker does not need the site's Node options, such as its event loop monitor.
    const worker = new Worker(workerSource, { eval: true, workerData: { path, name, file }, execArgv: [], env: {} });
    worker.once('message', fulfil);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`The thread of ${name} ended without a result`)));
    worker.unref();
  });
}
